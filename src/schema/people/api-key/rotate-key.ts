import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../../database/connect.ts';
import type { Caller } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { valid } from '../../core/noun/valid.ts';
import { type IssuedKey, secretOf } from './issue-key.ts';
import { newKey } from './key-format.ts';
import { accountOfKey } from './account-of-key.ts';
import { requireNoMore } from './require-no-more.ts';
import type { Scope } from '../../core/caller/scopes.ts';
import { MAX_GRACE_S, MAX_REPLACED_KEYS } from '../limits.ts';

const TOO_MANY = `At most ${MAX_REPLACED_KEYS} old values of a key can be in their grace periods. Rotate it later, or without a grace period`;

const REPLACED =
  'This value of the key was replaced. Rotate it with the present value, or repeat the request that replaced it with its Idempotency-Key';

/** The rule of a grace period, in seconds. */
export const graceRule = z
  .int(`must be an integer from 0 to ${MAX_GRACE_S} seconds`)
  .min(0, `must be an integer from 0 to ${MAX_GRACE_S} seconds`)
  .max(MAX_GRACE_S, `must be an integer from 0 to ${MAX_GRACE_S} seconds`);

const Rotation = z.object({ graceSeconds: graceRule });

/**
 * Replaces the value of a key, which keeps its id. Without `caller`, the key may belong to any account. The
 * old value stays valid for `graceSeconds`, and older ones until their own grace periods end; without
 * `graceSeconds`, all end now. With `isOwn`, the caller is the key, and must have sent its present value.
 *
 * @throws AppError `quota_exceeded` when more secrets would be in their grace periods, `not_found` for an
 * unknown or revoked key, `validation_error`, `insufficient_scope` if the key has a scope that the caller
 * lacks
 */
export async function rotateKey(
  db: Db,
  where: { caller?: Caller; id: bigint; isOwn?: boolean },
  graceSeconds: unknown = 0,
  cell?: string,
): Promise<IssuedKey> {
  const { graceSeconds: grace } = valid(Rotation, { graceSeconds });
  const key = newKey(cell);
  return inTransaction(db, async (tx) => {
    const accountId = where.caller?.accountId ?? (await accountOfKey(tx, where.id));
    // With the lock, each of several racing rotations keeps the secret before it as the previous one.
    await tx.$queryRaw`SELECT FROM api_keys WHERE account_id = ${accountId} AND id = ${where.id} FOR UPDATE`;
    const old = await tx.apiKey.findFirst({ where: { accountId, id: where.id, revokedAt: null } });
    if (!old) throw notFound('API key');
    // An old value must not replace the present one, which somebody else may have by now.
    if (where.isOwn && !where.caller?.keyHash?.equals(old.secretHash)) throw fault('replaced_key', REPLACED);
    if (where.caller) requireNoMore(old.scopes as Scope[], where.caller);
    const { id } = old;
    await keepEarlier(tx, accountId, id, grace > 0);
    await tx.apiKey.update({
      where: { accountId_id: { accountId, id } },
      data: {
        ...secretOf(key),
        previousSecretHash: grace > 0 ? old.secretHash : null,
        previousSecretExpiresAt: grace > 0 ? new Date(Date.now() + grace * 1_000) : null,
        previousSecretLastUsedAt: grace > 0 ? old.lastUsedAt : null,
        lastUsedAt: null,
      },
    });
    return { id, key, name: old.name, scopes: old.scopes as Scope[], expiresAt: old.expiresAt };
  });
}

/**
 * Keeps the value before the present one, if it is in its grace period. Without a new grace period, ends all
 * old values.
 */
async function keepEarlier(tx: Tx, accountId: bigint, keyId: bigint, keeps: boolean): Promise<void> {
  if (!keeps) return void (await tx.apiKeyEarlierSecret.deleteMany({ where: { accountId, keyId } }));
  await tx.$executeRaw`
    INSERT INTO api_key_earlier_secrets (account_id, key_id, secret_hash, expires_at, last_used_at)
    SELECT account_id, id, previous_secret_hash, previous_secret_expires_at, previous_secret_last_used_at
    FROM api_keys
    WHERE account_id = ${accountId} AND id = ${keyId} AND previous_secret_expires_at > now()`;
  const count = await tx.apiKeyEarlierSecret.count({
    where: { accountId, keyId, expiresAt: { gt: new Date() } },
  });
  if (count >= MAX_REPLACED_KEYS) throw fault('too_many_secrets', TOO_MANY, null, { max: MAX_REPLACED_KEYS });
}
