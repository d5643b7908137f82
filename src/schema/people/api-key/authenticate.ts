import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { batched } from '../../../database/batched.ts';
import type { Plan } from '../../core/caller/plans.ts';
import type { Caller } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { hashOf, isKey, PREFIX } from './key-format.ts';
import type { Scope } from '../../core/caller/scopes.ts';

/** SQL for the keys whose hashes are in parameter $1, for larger statements; `position` counts from 1. */
export const CALLERS = keysBy(
  `JOIN api_keys key ON (key.secret_hash = requested.hash
     OR (key.previous_secret_hash = requested.hash AND key.previous_secret_expires_at > now()))`,
  `CASE WHEN key.secret_hash = requested.hash THEN 'present' ELSE 'previous' END`,
  `CASE WHEN key.secret_hash = requested.hash THEN key.last_used_at ELSE key.previous_secret_last_used_at END`,
);

const LOOK_UP = { name: 'authenticate', text: CALLERS };

/** Finds values that were replaced more than once and are still valid, which few requests have. */
const LOOK_UP_EARLIER = {
  name: 'authenticate-earlier',
  text: keysBy(
    `JOIN api_key_earlier_secrets earlier
      ON earlier.secret_hash = requested.hash AND earlier.expires_at > now()
    JOIN api_keys key ON key.account_id = earlier.account_id AND key.id = earlier.key_id`,
    `'earlier'`,
    'earlier.last_used_at',
  ),
};

/**
 * Reads the array through a subquery: with an array that it knows, the planner would plan each batch anew.
 */
function keysBy(joins: string, value: string, lastUsed: string): string {
  return `
    SELECT requested.position, key.account_id, key.id, array_to_string(key.scopes, ' ') AS scopes,
           account.plan, account.time_zone,
           coalesce(key.expires_at <= now(), false) AS expired,
           coalesce(${lastUsed} < date_trunc('minute', now()), true) AS touch,
           ${value} AS value, requested.hash
    FROM (SELECT $1::bytea[] AS hashes OFFSET 0) AS given, unnest(hashes) WITH ORDINALITY AS requested (hash, position)
    ${joins}
    JOIN accounts account ON account.id = key.account_id
    WHERE key.revoked_at IS NULL AND account.deleted_at IS NULL`;
}

/** The value of a key that was sent. Old values can be in their grace period. */
type ValueOfKey = 'present' | 'previous' | 'earlier';

/**
 * The statements that record a use, by the value that was sent, because it may have been replaced meanwhile.
 */
const TOUCHES = {
  present: touchOf('api_keys', 'last_used_at', 'id', 'secret_hash'),
  previous: touchOf('api_keys', 'previous_secret_last_used_at', 'id', 'previous_secret_hash'),
  earlier: touchOf('api_key_earlier_secrets', 'last_used_at', 'key_id', 'secret_hash'),
} satisfies Record<ValueOfKey, string>;

function touchOf(table: string, column: string, key: string, hash: string): string {
  return `
    UPDATE ${table} SET ${column} = date_trunc('minute', now())
    WHERE account_id = $1 AND ${key} = $2 AND ${hash} = $3
      AND (${column} IS NULL OR ${column} < date_trunc('minute', now()))`;
}

// The error is created once, because anonymous clients can cause thousands of them.
const NO_KEY = fault('no_credentials', 'Send your API key as Authorization: Bearer <API_KEY>');
const DAMAGED_KEY = fault(
  'malformed_key',
  'This API key is incomplete or mistyped: its checksum does not match. Copy the whole key, prv_…, again',
);
const UNKNOWN_KEY = fault('unknown_key', 'This API key is not valid');
const EXPIRED_KEY = fault('api_key_expired', 'This API key has expired');

/** A key that was found by its hash, with its account. */
export interface KeyRow {
  /** The index in the list of hashes, from 1. */
  position: string;
  account_id: string;
  id: string;
  /** The scopes, separated by spaces. */
  scopes: string;
  plan: Plan;
  time_zone: string;
  expired: boolean;
  touch: boolean;
  value: ValueOfKey;
  hash: Buffer;
}

/** Many keys have the same scopes, so their sets are shared. */
const scopeSets = new LRUCache<string, ReadonlySet<Scope>>({ max: 1_000 });

/**
 * Returns the caller that the Authorization header identifies.
 *
 * @throws AppError `unauthorized`, or `api_key_expired`
 */
export interface Authenticate {
  (authorization: string | undefined): Promise<Caller>;
  /** Finds the caller by the hash of a value that was replaced more than once. @throws AppError */
  byEarlier(hash: Buffer): Promise<Caller>;
}

/**
 * Creates the function that authenticates API keys. Nothing is cached, so revocation, rotation and a new plan
 * take effect at once in every process. Keys that arrive together are looked up together; a malformed key
 * costs no query.
 */
export function createAuthenticate(pool: Pool): Authenticate {
  const find = (statement: typeof LOOK_UP) =>
    batched(async (hashes: readonly Buffer[]) => {
      const { rows } = await pool.query<KeyRow>({ ...statement, values: [hashes] });
      const byPosition = new Map(rows.map((row) => [Number(row.position), row]));
      return hashes.map((_, at) => byPosition.get(at + 1));
    });
  const lookUp = find(LOOK_UP);
  const lookUpEarlier = find(LOOK_UP_EARLIER);
  async function byEarlier(hash: Buffer): Promise<Caller> {
    const row = await lookUpEarlier(hash);
    if (!row) throw UNKNOWN_KEY;
    return callerOf(pool, row);
  }

  async function byKey(authorization: string | undefined): Promise<Caller> {
    const hash = keyHashOf(authorization);
    const row = await lookUp(hash);
    return row ? callerOf(pool, row) : byEarlier(hash);
  }

  return Object.assign(byKey, { byEarlier });
}

/**
 * Returns the hash of the key in an Authorization header.
 *
 * @throws AppError `unauthorized`
 */
export function keyHashOf(authorization: string | undefined): Buffer {
  const [, key] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (key === undefined) throw NO_KEY;
  if (!isKey(key)) throw key.startsWith(PREFIX) ? DAMAGED_KEY : UNKNOWN_KEY;
  return hashOf(key);
}

/**
 * Returns the caller with a key that was found, and records the key's use.
 *
 * @throws AppError `api_key_expired`
 */
export function callerOf(pool: Pool, row: KeyRow): Caller {
  if (row.expired) throw EXPIRED_KEY;
  if (row.touch) touch(pool, row);
  return {
    accountId: BigInt(row.account_id),
    plan: row.plan,
    timeZone: row.time_zone,
    keyId: BigInt(row.id),
    scopes: scopesIn(row.scopes),
    keyHash: row.hash,
  };
}

function scopesIn(text: string): ReadonlySet<Scope> {
  const scopes = scopeSets.get(text) ?? new Set(text.split(' ') as Scope[]);
  scopeSets.set(text, scopes);
  return scopes;
}

/**
 * Records the last use of a key, to the minute, in the background: the request neither waits for it nor fails
 * with it.
 */
function touch(pool: Pool, { account_id, id, value, hash }: KeyRow): void {
  const statement = { name: `touch-api-key-${value}`, text: TOUCHES[value], values: [account_id, id, hash] };
  pool.query(statement).catch(() => {});
}
