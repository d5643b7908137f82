import type { Client } from 'pg';
import { ACCOUNT_DELETED, RESTORED } from '../schema/exchange/webhook/deactivation.ts';

/** The access to end in a restored database, and whether that database replaces the original. */
export interface Access {
  endSessions?: boolean;
  revokeKeys?: boolean;
  asOriginal?: boolean;
}

/**
 * Ends all sessions or revokes all keys, in the open transaction: a backup also brings back those that were
 * ended or revoked after it was made. Suspends webhooks, alerts and standing orders, because the original
 * database may still write to the same people. Returns how many webhooks were deactivated.
 */
export async function endAccess(
  client: Client,
  { endSessions = false, revokeKeys = false, asOriginal = false }: Access,
): Promise<number> {
  if (endSessions) await client.query('DELETE FROM sessions');
  if (revokeKeys) await client.query('UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL');
  if (asOriginal) return 0;
  await client.query('UPDATE accounts SET resting_since = now()');
  return deactivateWebhooks(client);
}

async function deactivateWebhooks(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE webhook_subscriptions
     SET status = 'deactivated', deactivated_at = now(), deactivation_error = $1, paused_until = NULL
     WHERE status = 'active'`,
    [RESTORED],
  );
  // Restoring a deleted account must not enable its webhooks here.
  await client.query(
    'UPDATE webhook_subscriptions SET deactivation_error = $1 WHERE deactivation_error = $2',
    [RESTORED, ACCOUNT_DELETED],
  );
  // Recovering sends these messages again, as when failures deactivate a webhook.
  await client.query(
    `UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL WHERE status = 'pending'`,
  );
  return rowCount ?? 0;
}
