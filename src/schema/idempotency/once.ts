import { createHash } from 'node:crypto';
import { accountOf, type Context } from '../context.ts';
import { fault } from '../errors.ts';
import { inOneTransaction } from '../in-one-transaction.ts';
import { idempotentResponse } from '../secret/secret-box.ts';

/** How long a response is stored. */
export const KEPT_HOURS = 24;

/** The response of a write, as it was sent. */
export interface StoredResponse {
  status: number;
  body: string;
  /** Whether the response contains a secret and is therefore encrypted. */
  holdsSecret: boolean;
}

/**
 * Runs `work` at most once per key and account. Its response is stored in the transaction of the write and returned
 * again for repeated requests. When `work` throws, the key stays unused.
 *
 * @param fingerprint distinguishes requests with the same key
 * @throws AppError `idempotency_conflict` when the key belongs to another request, or to one that is still running
 */
export async function once(
  context: Context,
  key: string,
  fingerprint: Buffer,
  work: (context: Context) => Promise<StoredResponse>,
): Promise<Omit<StoredResponse, 'holdsSecret'> & { replayed: boolean }> {
  const accountId = accountOf(context);
  // Clients may use a secret as the key, even their API key: only its hash is stored.
  const stored = createHash('sha256').update(key).digest('base64url');
  const place = idempotentResponse(accountId, stored);
  return inOneTransaction(context, async (inside) => {
    const { db: tx } = inside;
    const [lock] = await tx.$queryRaw<[{ taken: boolean }]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${accountId}:${key}`}, 0)) AS taken`;
    if (!lock.taken) throw conflict('The first request with this Idempotency-Key is still running');

    const [known] = await tx.$queryRaw<(Omit<StoredResponse, 'holdsSecret'> & { same: boolean })[]>`
      SELECT status, body, fingerprint = ${fingerprint} AS same FROM idempotency_keys
      WHERE account_id = ${accountId} AND key = ${stored}
        AND created_at > now() - make_interval(hours => ${KEPT_HOURS})`;
    if (known && !known.same) throw conflict('This Idempotency-Key was used for another request');
    if (known)
      return { status: known.status, body: context.settings.secrets.open(known.body, place), replayed: true };

    const { holdsSecret, ...response } = await work(inside);
    const body = holdsSecret ? context.settings.secrets.seal(response.body, place) : response.body;
    await tx.$executeRaw`
      INSERT INTO idempotency_keys (account_id, key, fingerprint, status, body)
      VALUES (${accountId}, ${stored}, ${fingerprint}, ${response.status}, ${body})
      ON CONFLICT (account_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = now()`;
    return { ...response, replayed: false };
  });
}

function conflict(message: string) {
  return fault('idempotency_conflict', message, 'Idempotency-Key');
}
