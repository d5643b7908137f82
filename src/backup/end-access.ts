import type { Client } from 'pg';

/** What a restored database no longer accepts. */
export interface Access {
  endSessions?: boolean;
  revokeKeys?: boolean;
}

/**
 * Ends all sessions or revokes all keys, in the open transaction: a backup also brings back those that were ended or
 * revoked after it was made.
 */
export async function endAccess(
  client: Client,
  { endSessions = false, revokeKeys = false }: Access,
): Promise<void> {
  // An old backup may be from before there were sessions.
  const { rows } = await client.query<{ hasSessions: boolean }>(
    `SELECT to_regclass('sessions') IS NOT NULL AS "hasSessions"`,
  );
  if (endSessions && rows[0]!.hasSessions) await client.query('DELETE FROM sessions');
  if (revokeKeys) await client.query('UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL');
}
