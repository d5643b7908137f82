import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type Fault, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { lengthFirst } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { noteDispatches } from '../lot/withdrawn-dispatch.ts';
import { write } from '../../core/write/write.ts';
import { entering, hindered, type Hindrance, hindrance, invalidTransition } from './move-delivery.ts';
import { type DeliveryStatus, ENTERED_FROM, DELIVERY_STATUS } from './status.ts';
import { publish } from '../../core/event/publish.ts';
import { MAX_MOVES } from '../limits.ts';
import { DELIVERY_EVENTS } from './events.ts';

const TOO_MANY_MOVES = `must contain at most ${MAX_MOVES} deliveries`;
const MoveDeliveries = z.strictObject({
  ids: lengthFirst(
    z.array(z.string()).min(1, 'must contain at least one delivery'),
    MAX_MOVES,
    TOO_MANY_MOVES,
  ),
  status: DELIVERY_STATUS.rule,
});

export const MOVE_OUTCOMES = ['moved', 'unchanged', 'refused'] as const;

/** The result of moving one delivery. */
export interface MoveResult {
  /** The id in the request. */
  id: string;
  /** The id of the record; undefined if the account has none. */
  record: bigint | undefined;
  outcome: (typeof MOVE_OUTCOMES)[number];
  error: Fault | null;
}

interface MovedRow {
  id: bigint;
  /** The status before the move. */
  status: DeliveryStatus;
  /** The reason why lots prevent the dispatch; null if they do not. */
  why: Hindrance | null;
  moved: boolean;
}

/**
 * Changes the status of several deliveries by the rules of `moveDelivery`, in one statement that publishes an
 * event for each. Deliveries that already have the status stay as they are, so the call can be repeated.
 * Returns a result for each id, in their order.
 *
 * @throws AppError `validation_error`
 */
export async function moveDeliveries(
  context: Context,
  input: { ids: readonly string[]; status: unknown },
): Promise<MoveResult[]> {
  const { ids, status } = valid(MoveDeliveries, input);
  const rows = await moveRecords(context, [...new Set(ids.map(recordIdOf))], status);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, index) => moveResult(id, byId.get(recordIdOf(id)), status, `ids[${index}]`));
}

async function moveRecords(context: Context, records: bigint[], to: DeliveryStatus): Promise<MovedRow[]> {
  const accountId = accountOf(context);
  // Locked in the order of their ids, so that two calls cannot wait for each other.
  const why = to === 'in_transit' ? hindrance(accountId, Prisma.sql`deliveries.id`) : Prisma.sql`NULL`;
  const locked = Prisma.sql`
    SELECT id, status, ${why} AS why FROM deliveries
    WHERE account_id = ${accountId} AND id = ANY(${records}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`;
  const before = Prisma.sql`WITH before AS MATERIALIZED (${locked})`;
  const from = ENTERED_FROM[to];
  if (to === 'pending' || from === null) {
    return context.db.$queryRaw`${before} SELECT id, status, why, false AS moved FROM before`;
  }
  const parts = Prisma.sql`
    ${before}, delivery AS (
      UPDATE deliveries delivery SET ${entering(context, to)} FROM before
      WHERE delivery.account_id = ${accountId} AND delivery.id = before.id AND before.status = ${from}
        AND before.why IS NULL
      RETURNING delivery.*
    )${to === 'in_transit' ? Prisma.sql`, ${noteDispatches(accountId)}` : Prisma.empty}`;
  return inOneTransaction(context, async (inside) => {
    // Lots can change while the statement waits for locks: only a later statement sees them.
    await inside.db.$queryRaw(locked);
    return write(inside, {
      parts,
      events: [publish(DELIVERY_EVENTS[`delivery.${to}`], 'delivery')],
      returns: Prisma.sql`id, status, why, id IN (SELECT id FROM delivery) AS moved FROM before`,
    });
  });
}

function moveResult(id: string, row: MovedRow | undefined, to: DeliveryStatus, path: string): MoveResult {
  const refused = (record: bigint | undefined, error: Fault): MoveResult => ({
    id,
    record,
    outcome: 'refused',
    error,
  });
  if (!row) return refused(undefined, notFound('delivery', path).faults[0]!);
  if (row.moved) return { id, record: row.id, outcome: 'moved', error: null };
  if (row.status === to) return { id, record: row.id, outcome: 'unchanged', error: null };
  if (row.why !== null && row.status === ENTERED_FROM[to])
    return refused(row.id, hindered(row.why).faults[0]!);
  return refused(row.id, invalidTransition(row.status).faults[0]!);
}
