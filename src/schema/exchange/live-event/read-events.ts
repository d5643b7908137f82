import type { Pool } from 'pg';
import type { EventType } from '../../core/event/events.ts';

/** An event as live streams send it. */
export interface LiveEvent {
  id: bigint;
  accountId: bigint;
  type: EventType;
  body: string;
  /**
   * The event that is sent to a webhook again, and the time, if this is a resend. `id` is then the position
   * of the resend.
   */
  resend?: { of: bigint; at: Date };
}

/** A range of event ids: after one id, up to another, with a maximum count. */
export interface EventRange {
  after: bigint;
  upTo: bigint;
  limit: number;
}

/** The types of events to read, and whether to include resends. */
export interface EventSelection {
  types: readonly EventType[];
  resends: boolean;
}

interface EventRow {
  id: string;
  account_id: string;
  type: EventType;
  body: string;
  resent_event_id: string | null;
  created_at: Date;
}

/** The maximum delay between the time of an event and the draw of its id. */
const MAX_DISORDER_MS = 60_000;
// Sequences do not follow snapshots, so this reads the current value.
const LAST = 'CASE WHEN is_called THEN last_value ELSE 0 END AS last';
// The transaction's number must be drawn after the id.
const DRAW = {
  name: 'draw-barrier',
  text: `SELECT ${LAST}, pg_current_xact_id()::text AS barrier FROM events_id_seq`,
};
const LAST_ID = { name: 'last-event-id', text: `SELECT ${LAST} FROM events_id_seq` };
const IS_PAST = {
  name: 'is-past-barrier',
  text: 'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS is_past',
};
const READ = {
  name: 'read-live-events',
  // Account by account, each in the order of the primary key: otherwise a page costs as much as all events
  // after it.
  text: `SELECT event.* FROM unnest($1::bigint[]) AS account, LATERAL (
           SELECT id, account_id, coalesce(original.type, events.type) AS type,
                  coalesce(original.body, events.body) AS body,
                  resent_event_id, created_at
           FROM events LEFT JOIN LATERAL (
             SELECT type, body FROM events original
             WHERE original.account_id = account AND original.id = events.resent_event_id LIMIT 1
           ) AS original ON true
           WHERE account_id = account AND id > $2 AND id <= $3 AND coalesce(original.type, events.type) = ANY($4)
             AND (resent_event_id IS NULL OR $6)
           ORDER BY id LIMIT $5
         ) AS event ORDER BY id LIMIT $5`,
};
// Halves the range of ids in each step by one look-up of the primary key, because no index has the times.
const LAST_BEFORE = {
  name: 'last-event-before',
  text: `WITH RECURSIVE search (low, high) AS (
           SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) FROM events WHERE account_id = $1
           UNION ALL
           SELECT CASE WHEN probe.created_at < $2 THEN probe.id ELSE low END,
                  CASE WHEN probe.created_at < $2 THEN high ELSE middle END
           FROM search CROSS JOIN LATERAL (SELECT low + (high - low) / 2 AS middle) AS halved
           LEFT JOIN LATERAL (
             SELECT id, created_at FROM events
             WHERE account_id = $1 AND id > middle AND id <= high ORDER BY id LIMIT 1
           ) AS probe ON true
           WHERE low < high
         ) SELECT max(low) AS low FROM search`,
};
const EXISTS = {
  name: 'event-exists',
  text: 'SELECT FROM events WHERE account_id = $1 AND id = $2',
};

/** Returns the highest event id drawn so far, committed or not. */
export async function lastIdOf(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ last: string }>(LAST_ID);
  return BigInt(rows[0]!.last);
}

/**
 * Returns the highest event id drawn so far, and a barrier: once it is past, every event up to that id is
 * visible or never will be. A transaction draws its event ids after its first write (`publish`), when it
 * already has a number lower than the barrier.
 */
export async function drawBarrier(pool: Pool): Promise<{ last: bigint; barrier: string }> {
  const { rows } = await pool.query<{ last: string; barrier: string }>(DRAW);
  return { last: BigInt(rows[0]!.last), barrier: rows[0]!.barrier };
}

/** Returns whether all transactions that began to write before the barrier have ended. */
export async function isPast(pool: Pool, barrier: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_past: boolean }>({ ...IS_PAST, values: [barrier] });
  return rows[0]!.is_past;
}

/** Returns the chosen events of these accounts with ids above `after`, up to `upTo`, ordered by id. */
export async function readEvents(
  pool: Pool,
  accounts: readonly bigint[],
  range: EventRange,
  { types, resends }: EventSelection,
): Promise<LiveEvent[]> {
  const { rows } = await pool.query<EventRow>({
    ...READ,
    values: [accounts, range.after, range.upTo, types, range.limit, resends],
  });
  return rows.map(({ id, account_id, type, body, resent_event_id: of, created_at: at }) => ({
    id: BigInt(id),
    accountId: BigInt(account_id),
    type,
    body,
    ...(of !== null && { resend: { of: BigInt(of), at } }),
  }));
}

/**
 * Returns an id after which the account has all its events since `time`, and at most a minute of earlier
 * ones.
 */
export async function startOf(pool: Pool, accountId: bigint, since: Date): Promise<bigint> {
  const time = new Date(since.getTime() - MAX_DISORDER_MS);
  const { rows } = await pool.query<{ low: string }>({ ...LAST_BEFORE, values: [accountId, time] });
  return BigInt(rows[0]!.low);
}

/** Returns whether the account still has an event with this id. */
export async function hasEvent(pool: Pool, accountId: bigint, id: bigint): Promise<boolean> {
  const { rowCount } = await pool.query({ ...EXISTS, values: [accountId, id] });
  return rowCount === 1;
}
