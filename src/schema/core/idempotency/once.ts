import { createHash, createHmac } from 'node:crypto';
import type { Db } from '../../../database/connect.ts';
import { accountOf, callerOf, type Context } from '../context.ts';
import { errorAt, fault } from '../errors.ts';
import { KEPT_HOURS, MAX_STORED_GIB } from '../limits.ts';
import type { SecretKind } from '../secret/secrets-in.ts';
import { canonicalJson } from './canonical-json.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { idempotentResponse } from '../secret/secret-box.ts';

const MAX_STORED_BYTES = MAX_STORED_GIB * 1_024 ** 3;
/** The size of the other columns of a stored response. */
const ROW_BYTES = 200;
/** The time for which a request that waits for another system claims a key: longer than its deadline. */
const CLAIM_SECONDS = 60;
/** The response that is stored while a key is claimed. */
const CLAIMED: StoredResponse = { status: 0, body: '' };

/** A request with an idempotency key. */
export interface KeyedRequest {
  key: string;
  /** The JSON values that distinguish requests with the same key, such as method, path and body. */
  parts: readonly unknown[];
  /** The kind of secret in the response, which is encrypted, and repeated only to the same key or session. */
  holdsSecret: SecretKind | undefined;
}

/** The response of a write, as it was sent. */
export interface StoredResponse {
  status: number;
  body: string;
}

/** A response, and whether it is that of an earlier request. */
export interface KeptResponse extends StoredResponse {
  replayed: boolean;
}

/**
 * Runs `work` at most once per key and account. Its response is stored in the transaction of the write and
 * returned again for repeated requests. When `work` throws, the key stays unused.
 *
 * @throws AppError `idempotency_conflict` when the key belongs to another request, to one that is still
 * running, or to one whose secret the caller must not see; `quota_exceeded` when the account has stored too
 * much
 */
export async function once(
  context: Context,
  request: KeyedRequest,
  work: (context: Context) => Promise<StoredResponse>,
): Promise<KeptResponse> {
  const own = storedKeyOf(context, request);
  return inOneTransaction(context, async (inside) => {
    const kept = await readKept(inside, own);
    if (kept) return kept;
    const response = await work(inside);
    await store(inside, own, response);
    return { ...response, replayed: false };
  });
}

/**
 * Runs `work` as {@link once} does, but outside of a transaction, because it waits for another system.
 * Meanwhile the key is claimed. If the process dies, the claim ends after a minute, and a retry runs `work`
 * again.
 *
 * @throws as `once` does
 */
export async function onceOutside(
  context: Context,
  request: KeyedRequest,
  work: (context: Context) => Promise<StoredResponse>,
): Promise<KeptResponse> {
  const own = storedKeyOf(context, request);
  const kept = await inOneTransaction(context, async (inside) => {
    const kept = await readKept(inside, own);
    if (!kept) await store(inside, { ...own, fingerprint: own.claim }, CLAIMED);
    return kept;
  });
  if (kept) return kept;
  let response: StoredResponse;
  try {
    response = await work(context);
  } catch (error) {
    await context.db.$executeRaw`
      DELETE FROM idempotency_keys
      WHERE account_id = ${accountOf(context)} AND key = ${own.stored} AND fingerprint = ${own.claim}`;
    throw error;
  }
  await inOneTransaction(context, (inside) => store(inside, own, response));
  return { ...response, replayed: false };
}

/** A key, as it is stored. */
interface StoredKey {
  key: string;
  stored: string;
  fingerprint: Buffer;
  /** The fingerprint while the request runs outside of a transaction. */
  claim: Buffer;
  holdsSecret: boolean;
}

/**
 * @throws AppError `validation_error` when the response must not be stored in plain text, and cannot be
 * encrypted
 */
function storedKeyOf(context: Context, { key, parts, holdsSecret }: KeyedRequest): StoredKey {
  if (holdsSecret === 'neverPlain' && !context.settings.secrets.prefix) {
    const wording =
      'needs a SECRETS_KEY here, because the response contains an API key and is stored encrypted';
    throw errorAt('Idempotency-Key', 'no_secrets_key', wording);
  }
  // Requests can contain secrets, which nobody without the key can guess from these hashes.
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const text = canonicalJson(parts);
  return {
    key,
    // Clients may use a secret as the key, even their API key: only its hash is stored.
    stored: createHash('sha256').update(key).digest('base64url'),
    fingerprint: hashOf(text),
    claim: hashOf(`running ${text}`),
    holdsSecret: holdsSecret !== undefined,
  };
}

/** Locks the key until the end of the transaction, and returns the stored response if there is one. */
async function readKept(
  context: Context,
  { key, stored, fingerprint, claim }: StoredKey,
): Promise<KeptResponse | undefined> {
  const accountId = accountOf(context);
  const tx = context.db;
  const [lock] = await tx.$queryRaw<[{ taken: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${accountId}:${key}`}, 0)) AS taken`;
  if (!lock.taken) throw stillRunning();

  const [kept] = await tx.$queryRaw<
    (StoredResponse & { same: boolean; claimed: boolean; running: boolean; only_for: string | null })[]
  >`
    SELECT status, body, only_for, fingerprint = ${fingerprint} AS same,
           fingerprint = ${claim} AS claimed,
           created_at > now() - make_interval(secs => ${CLAIM_SECONDS}) AS running
    FROM idempotency_keys
    WHERE account_id = ${accountId} AND key = ${stored}
      AND created_at > now() - make_interval(hours => ${KEPT_HOURS})`;
  if (!kept || (kept.claimed && !kept.running)) return undefined;
  if (kept.claimed) throw stillRunning();
  if (!kept.same) throw conflict('key_used', 'This Idempotency-Key was used for another request');
  if (kept.only_for !== null && kept.only_for !== nameOf(context)) {
    throw conflict(
      'key_of_other',
      'The response contains a secret and is repeated only to the API key or session it was for',
    );
  }
  const place = idempotentResponse(accountId, stored);
  return { status: kept.status, body: context.settings.secrets.open(kept.body, place), replayed: true };
}

async function store(
  context: Context,
  { stored, fingerprint, holdsSecret }: StoredKey,
  response: StoredResponse,
): Promise<void> {
  const accountId = accountOf(context);
  const place = idempotentResponse(accountId, stored);
  const body = holdsSecret ? context.settings.secrets.seal(response.body, place) : response.body;
  await requireSpace(context.db, accountId, Buffer.byteLength(body) + ROW_BYTES);
  await context.db.$executeRaw`
    INSERT INTO idempotency_keys (account_id, key, fingerprint, status, body, only_for)
    VALUES (${accountId}, ${stored}, ${fingerprint}, ${response.status}, ${body},
            ${holdsSecret ? nameOf(context) : null})
    ON CONFLICT (account_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        only_for = excluded.only_for, created_at = now()`;
}

/**
 * Adds to the storage used by an account. The row of the hour stays locked until the commit, which follows at
 * once.
 *
 * @throws AppError `quota_exceeded`
 */
async function requireSpace(tx: Db, accountId: bigint, bytes: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO idempotency_usage (account_id, hour, bytes)
    VALUES (${accountId}, date_trunc('hour', now(), 'UTC'), ${bytes})
    ON CONFLICT (account_id, hour) DO UPDATE SET bytes = idempotency_usage.bytes + excluded.bytes`;
  // A separate statement sees what other transactions committed while this one waited for the lock.
  const [used] = await tx.$queryRaw<[{ bytes: number }]>`
    SELECT sum(bytes)::float8 AS bytes FROM idempotency_usage
    WHERE account_id = ${accountId} AND hour > now() - make_interval(hours => ${KEPT_HOURS + 1})`;
  if (used.bytes <= MAX_STORED_BYTES) return;
  const problem = `responses for repeated requests are limited to ${MAX_STORED_GIB} GiB in ${KEPT_HOURS} hours`;
  throw fault(
    'idempotency_storage',
    `${problem}: send requests without this header for now`,
    'Idempotency-Key',
    { max: MAX_STORED_BYTES },
  );
}

/** Returns a name for the API key or session of the caller. */
function nameOf(context: Context): string {
  const { keyId, sessionId } = callerOf(context);
  return keyId === undefined ? `session ${sessionId}` : `key ${keyId}`;
}

function stillRunning() {
  return conflict('key_in_use', 'The first request with this Idempotency-Key is still running');
}

function conflict(problem: 'key_in_use' | 'key_used' | 'key_of_other', message: string) {
  return fault(problem, message, 'Idempotency-Key');
}
