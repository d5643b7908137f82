import type { Pool } from 'pg';
import type { EventType } from './types.ts';

/** An event as it is told live. */
export interface LiveEvent {
  id: bigint;
  accountId: bigint;
  type: EventType;
  body: string;
}

/** Which events are read: those after one id, up to another, and how many at most. */
export interface Range {
  after: bigint;
  upTo: bigint;
  limit: number;
}

// A sequence is read as it is now, past all snapshots.
const LAST = 'CASE WHEN is_called THEN last_value ELSE 0 END AS last';
// The transaction's number is drawn after that.
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
  text: `SELECT id, account_id, type, body FROM events
         WHERE account_id = ANY($1::bigint[]) AND id > $2 AND id <= $3 AND type = ANY($4)
         ORDER BY id LIMIT $5`,
};
const EXISTS = {
  name: 'event-exists',
  text: 'SELECT FROM events WHERE account_id = $1 AND id = $2',
};

/** The highest id given to an event, be it committed or not. */
export async function lastIdOf(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ last: string }>(LAST_ID);
  return BigInt(rows[0]!.last);
}

/**
 * The highest id given to an event, and a barrier: once it is past, every event up to that id is
 * there to be read, or never will be. An id is drawn by a transaction that has changed something
 * already and so has its own number (`publish`), which is lower than the barrier.
 */
export async function drawBarrier(pool: Pool): Promise<{ last: bigint; barrier: string }> {
  const { rows } = await pool.query<{ last: string; barrier: string }>(DRAW);
  return { last: BigInt(rows[0]!.last), barrier: rows[0]!.barrier };
}

/** Whether all transactions have ended that began to write before the barrier was drawn. */
export async function isPast(pool: Pool, barrier: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_past: boolean }>({ ...IS_PAST, values: [barrier] });
  return rows[0]!.is_past;
}

/** Events of `types` of these accounts with ids above `after`, up to `upTo`, in the order of their ids. */
export async function readEvents(
  pool: Pool,
  accounts: readonly bigint[],
  range: Range,
  types: readonly EventType[],
): Promise<LiveEvent[]> {
  const { rows } = await pool.query<{ id: string; account_id: string; type: EventType; body: string }>({
    ...READ,
    values: [accounts, range.after, range.upTo, types, range.limit],
  });
  return rows.map(({ id, account_id, type, body }) => ({
    id: BigInt(id),
    accountId: BigInt(account_id),
    type,
    body,
  }));
}

/** Whether the account has an event of this id, still. */
export async function hasEvent(pool: Pool, accountId: bigint, id: bigint): Promise<boolean> {
  const { rowCount } = await pool.query({ ...EXISTS, values: [accountId, id] });
  return rowCount === 1;
}
