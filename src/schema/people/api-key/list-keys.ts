import type { Db } from '../../../database/connect.ts';
import { oldValuesOf } from './old-values.ts';

/** Returns an account's keys, newest first, without their values. */
export async function listKeys(db: Db, accountId: bigint) {
  const keys = await db.apiKey.findMany({
    where: { accountId },
    orderBy: { id: 'desc' },
    include: { earlierSecrets: true },
  });
  return keys.map((key) => {
    const before = oldValuesOf(key);
    return {
      id: key.id,
      name: key.name,
      last_four: key.lastFour,
      scopes: key.scopes,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      previous_value_expires_at: before.expiresAt,
      previous_value_last_used_at: before.lastUsedAt,
    };
  });
}
