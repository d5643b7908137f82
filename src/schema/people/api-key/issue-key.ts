import { z } from 'zod';
import { type Db, inTransaction } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { requireRoom } from '../account/quota.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { API_KEY_FIELDS } from './fields.ts';
import { hashOf, newKey } from './key-format.ts';
import type { Scope } from '../../core/caller/scopes.ts';
import { finding } from '../../core/noun/issues.ts';

const { name, scopes } = rulesToCreate(API_KEY_FIELDS);

const IssueKey = z.strictObject({
  name,
  scopes,
  expiresAt: z
    .date('must be an ISO 8601 time')
    .refine((time) => time.getTime() > Date.now(), finding('not_in_future', 'must be in the future'))
    .nullish(),
});

/** A new or rotated key, the only time its value is available. */
export interface IssuedKey {
  id: bigint;
  /** The value. It is not stored and cannot be retrieved again. */
  key: string;
  name: string;
  scopes: Scope[];
  expiresAt: Date | null;
}

/**
 * Issues a key for an account, with the name of its cell (default: none). @throws AppError
 * `validation_error`, `quota_exceeded`
 */
export async function issueKey(db: Db, accountId: bigint, input: unknown, cell?: string): Promise<IssuedKey> {
  const { name, scopes, expiresAt } = valid(IssueKey, input);
  const key = newKey(cell);
  return inTransaction(db, async (tx) => {
    // Expired keys count, because they are listed until they are revoked.
    const keys = Prisma.sql`SELECT FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`;
    await requireRoom(tx, accountId, 'apiKeys', keys);
    const { id } = await tx.apiKey.create({
      data: { accountId, name, scopes, expiresAt, ...secretOf(key) },
      select: { id: true },
    });
    return { id, key, name, scopes, expiresAt: expiresAt ?? null };
  });
}

/** Returns the columns that store the value of a key: its hash and its last four characters. */
export function secretOf(key: string) {
  return { secretHash: new Uint8Array(hashOf(key)), lastFour: key.slice(-4) };
}
