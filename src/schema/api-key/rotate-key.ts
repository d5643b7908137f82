import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../database/connect.ts';
import type { Caller } from '../context.ts';
import { notFound } from '../errors.ts';
import { valid } from '../valid.ts';
import { type IssuedKey, secretOf } from './issue-key.ts';
import { newKey } from './key-format.ts';
import { requireNoMore } from './require-no-more.ts';
import type { Scope } from './scopes.ts';

const MAX_GRACE_S = 86_400;

const graceRule = z
  .int(`must be an integer from 0 to ${MAX_GRACE_S} seconds`)
  .min(0, `must be an integer from 0 to ${MAX_GRACE_S} seconds`)
  .max(MAX_GRACE_S, `must be an integer from 0 to ${MAX_GRACE_S} seconds`);

const Rotation = z.object({ graceSeconds: graceRule });

/**
 * Replaces the secret of a key, keeping its id. Without `caller` it may be a key of any account. The old secret
 * stays valid for `graceSeconds`; an older one still in its grace period ends now.
 *
 * @throws AppError `not_found` for an unknown or revoked key, `validation_error`, `insufficient_scope` if the key has a
 * scope that the caller lacks
 */
export async function rotateKey(
  db: Db,
  where: { caller?: Caller; id: bigint },
  graceSeconds: unknown = 0,
  cell?: string,
): Promise<IssuedKey> {
  const { graceSeconds: grace } = valid(Rotation, { graceSeconds });
  const key = newKey(cell);
  return inTransaction(db, async (tx) => {
    const accountId = where.caller?.accountId ?? (await ownerOf(tx, where.id));
    // With the lock, each of several racing rotations keeps the secret before it as the previous one.
    await tx.$queryRaw`SELECT FROM api_keys WHERE account_id = ${accountId} AND id = ${where.id} FOR UPDATE`;
    const old = await tx.apiKey.findFirst({ where: { accountId, id: where.id, revokedAt: null } });
    if (!old) throw notFound('API key');
    if (where.caller) requireNoMore(old.scopes as Scope[], where.caller);
    const { id } = old;
    await tx.apiKey.update({
      where: { accountId_id: { accountId, id } },
      data: {
        ...secretOf(key),
        previousSecretHash: grace > 0 ? old.secretHash : null,
        previousSecretExpiresAt: grace > 0 ? new Date(Date.now() + grace * 1_000) : null,
      },
    });
    return { id, key, name: old.name, scopes: old.scopes as Scope[], expiresAt: old.expiresAt };
  });
}

/**
 * Returns the account of a key. Operators name keys by id alone.
 *
 * @throws AppError `not_found`
 */
async function ownerOf(tx: Tx, id: bigint): Promise<bigint> {
  const key = await tx.apiKey.findFirst({ where: { id }, select: { accountId: true } });
  if (!key) throw notFound('API key');
  return key.accountId;
}
