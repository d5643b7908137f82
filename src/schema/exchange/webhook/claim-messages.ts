import type { Pool } from 'pg';
import { rowTypes } from '../../../database/direct/row-types.ts';
import { IN_PROGRESS, IN_PROGRESS_SLOW, LEASE_S, SENDING_AHEAD_S } from './sending-limits.ts';
import type { SubscriptionRef } from './webhook-jobs.ts';

/** A message with the data that sending needs. */
export interface OutgoingMessage {
  accountId: bigint;
  subscriptionId: bigint;
  id: bigint;
  /** The id of the claim: an attempt counts only while the message has the same one. */
  lease: bigint;
  failures: number;
  /** Whether the subscription's last callback failed. */
  isFailing: boolean;
  webhookId: string;
  url: string;
  body: string;
  /** The secrets that sign the message: the current one, and earlier ones in their grace periods. */
  secrets: string[];
  /** When its event happened, for the first attempt only. */
  since: Date | null;
  /** The trace context of the request that caused the event, if it was traced. */
  traceparent: string | null;
}

export interface MessageClaim extends SubscriptionRef {
  /** The maximum number of messages. */
  slots: number;
}

export interface Claimed {
  messages: OutgoingMessage[];
  /**
   * The remaining work of the subscription: `due` messages; `in_progress`, if callbacks take all its slots;
   * `unknown`, because the subscription changed at the same moment; or `none`.
   */
  left: 'due' | 'in_progress' | 'unknown' | 'none';
  /** The milliseconds until its next retry or the end of its pause; null if both are seconds away. */
  nextMs: number | null;
}

/**
 * The SQL of how many more callbacks of a subscription `s` may be in progress. Leases that end later than 20
 * seconds from now count too: `now()` is when a statement arrived, and others that arrived later may have
 * claimed before it.
 */
export const FREE = `
  (CASE WHEN s.consecutive_failures > 0 THEN 1
        WHEN s.is_slow THEN ${IN_PROGRESS_SLOW}
        ELSE ${IN_PROGRESS} END
   - (SELECT count(*) FROM webhook_messages m
      WHERE m.account_id = s.account_id AND m.subscription_id = s.id AND m.status = 'pending' AND lease IS NOT NULL
        AND next_attempt_at > now() AND next_attempt_at <= now() + interval '${2 * LEASE_S} s'))`;

/** The SQL of the time until which workers look ahead. */
export const SOON = `now() + interval '${SENDING_AHEAD_S} s'`;

/**
 * Returns the SQL of a subscription's pause at a time, for {@link dueMessages}. $1 is the number of failures
 * that deactivates it.
 */
export function pauseAt(time: string): string {
  return `
    coalesce(paused_until > ${time}, false) AS is_paused,
    consecutive_failures + 1 >= $1 AS is_last`;
}

/**
 * The SQL of how long a subscription `s` has to wait for its next retry, or for the end of its pause. Of
 * messages in progress, only those of a killed worker can be so near to the end of their lease.
 */
const NEXT_DUE = `
  ceil(1000 * extract(epoch FROM least(
    (SELECT next_attempt_at FROM webhook_messages m
     WHERE m.account_id = s.account_id AND m.subscription_id = s.id AND m.status = 'pending'
       AND (failures > 0 OR at_once) AND next_attempt_at > now() AND next_attempt_at <= ${SOON}
     ORDER BY next_attempt_at LIMIT 1)
    /* guard: end-of-pause */
    , CASE WHEN paused_until > now() AND paused_until <= ${SOON} THEN paused_until END /* end */
  ) - now()))::int`;

/**
 * Returns the SQL of the messages of a subscription `s` that are due at a time: during a pause, only tests,
 * resent messages, and all retries but the last.
 */
export function dueMessages(columns: string, limit: string, time = 'now()'): string {
  const due = `
    SELECT ${columns} FROM webhook_messages m
    WHERE m.account_id = s.account_id AND m.subscription_id = s.id AND m.status = 'pending'
      AND next_attempt_at <= ${time}`;
  const end = `ORDER BY next_attempt_at LIMIT ${limit}`;
  return `
    SELECT * FROM (${due} AND NOT is_paused ${end}) AS due
    UNION ALL
    SELECT * FROM (
      ${due} AND is_paused AND (failures > 0 OR at_once) AND (at_once OR NOT is_last) ${end}
    ) AS unpaused`;
}

/**
 * The SQL of the secrets that sign a message: the current one, and earlier ones in their grace periods,
 * newest first.
 */
const SIGNING_SECRETS = `
  CASE WHEN previous_secret_expires_at > now() THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END
  || ARRAY(
    SELECT earlier.secret FROM webhook_earlier_secrets earlier
    WHERE earlier.account_id = seen.account_id AND earlier.subscription_id = seen.id AND expires_at > now()
    ORDER BY earlier.id DESC)`;

const CLAIM_MESSAGES = {
  name: 'claim-messages',
  text: `
    WITH seen AS MATERIALIZED (
      -- The claimed subscriptions, and how many messages each may take, as the statement began.
      SELECT s.*, greatest(0, least(slots, ${FREE})) AS most, ${NEXT_DUE} AS next_ms,
             ${pauseAt('now()')}
      FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS asked (account, subscription, slots)
      JOIN webhook_subscriptions s ON s.account_id = account AND s.id = subscription AND status = 'active'
    ), held AS MATERIALIZED (
      -- Those that nobody else changes. If a subscription was claimed or failed since it was seen, its version differs,
      -- what was counted may be wrong, and nothing is taken.
      SELECT seen.account_id, seen.id, seen.version, most, is_paused, is_last
      FROM seen JOIN webhook_subscriptions s ON s.account_id = seen.account_id AND s.id = seen.id
        AND s.version = seen.version AND s.status = 'active'
      FOR NO KEY UPDATE OF s SKIP LOCKED
    ), due AS MATERIALIZED (
      -- Their due messages. A message that is locked is being settled or cancelled.
      SELECT m.*, s.version + 1 AS version
      FROM held s CROSS JOIN LATERAL (
        ${dueMessages('account_id, id, next_attempt_at = created_at AS is_first', 'most FOR NO KEY UPDATE SKIP LOCKED')}
      ) AS m
    ), taken AS (
      -- The lease is the version of the claim, so that an attempt of an earlier claim no longer counts.
      UPDATE webhook_messages m SET lease = version, next_attempt_at = now() + interval '${LEASE_S} s'
      FROM due WHERE m.account_id = due.account_id AND m.id = due.id
      RETURNING m.*, is_first
    ), counted AS (
      -- Concurrent claims see that something was taken.
      UPDATE webhook_subscriptions SET version = version + 1
      WHERE (account_id, id) IN (SELECT account_id, subscription_id FROM taken)
    )
    SELECT seen.account_id AS "accountId", seen.id AS "subscriptionId", held.id IS NOT NULL AS "isHeld",
           seen.most::int, next_ms AS "nextMs", taken.id, lease, failures, seen.consecutive_failures > 0 AS "isFailing",
           webhook_id AS "webhookId", url, body, ${SIGNING_SECRETS} AS secrets,
           CASE WHEN is_first THEN e.created_at END AS since, traceparent
    FROM seen
    LEFT JOIN held USING (account_id, id)
    LEFT JOIN taken ON taken.account_id = seen.account_id AND subscription_id = seen.id
    LEFT JOIN events e ON e.account_id = taken.account_id AND e.id = event_id`,
};

interface ClaimRow extends Omit<OutgoingMessage, 'id'> {
  isHeld: boolean;
  most: number;
  nextMs: number | null;
  /** The id of the message; null if there is none. */
  id: bigint | null;
}

/**
 * Takes due messages of several subscriptions, and leases them for 20 seconds. Returns the result of each
 * claim, in their order. At most 8 callbacks of a subscription are in progress, 4 if it is slow, 1 if it
 * fails, with any number of concurrent callers.
 */
export async function claimMessages(
  pool: Pick<Pool, 'query'>,
  claims: readonly MessageClaim[],
  disableAfter: number,
): Promise<Claimed[]> {
  const [accounts, ids] = [claims.map(({ accountId }) => accountId), claims.map(({ id }) => id)];
  const values = [disableAfter, accounts, ids, claims.map(({ slots }) => slots)];
  const { rows } = await pool.query<ClaimRow>({ ...CLAIM_MESSAGES, types: rowTypes, values });
  const bySubscription = Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);
  return claims.map(({ id }) => claimedIn(bySubscription.get(id) ?? []));
}

function claimedIn(rows: ClaimRow[]): Claimed {
  const [first] = rows;
  if (!first) return { messages: [], left: 'none', nextMs: null };
  const messages = rows.filter((row): row is ClaimRow & OutgoingMessage => row.id !== null);
  return { messages, left: remainingOf(first, messages.length), nextMs: first.nextMs };
}

function remainingOf({ isHeld, most }: ClaimRow, count: number): Claimed['left'] {
  if (!isHeld) return 'unknown';
  if (most === 0) return 'in_progress';
  return count === most ? 'due' : 'none';
}

const RENEW = {
  name: 'renew-leases',
  text: `
    UPDATE webhook_messages m SET next_attempt_at = now() + interval '${LEASE_S} s'
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS held (account, message, lease)
    WHERE m.account_id = account AND m.id = message AND m.lease = held.lease AND status = 'pending'`,
};

/** Renews the leases of messages whose attempt is in progress or not recorded yet. */
export async function renewLeases(
  pool: Pick<Pool, 'query'>,
  messages: readonly Pick<OutgoingMessage, 'accountId' | 'id' | 'lease'>[],
): Promise<void> {
  const columns = (['accountId', 'id', 'lease'] as const).map((name) => messages.map((row) => row[name]));
  if (messages.length > 0) await pool.query({ ...RENEW, values: columns });
}
