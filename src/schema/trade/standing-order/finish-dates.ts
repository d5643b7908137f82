import { accountOf, type Context } from '../../core/context.ts';
import { insertDeliveries, type NewDelivery } from '../delivery/insert-deliveries.ts';
import type { Fault } from '../../core/errors.ts';
import { FIRST_DATE, LAST_DATE } from '../../core/noun/rules.ts';
import { dateOf, dayOf } from './days.ts';
import type { OccurrenceStatus, Reason } from './fields.ts';
import type { Found } from './plan-occurrences.ts';
import { lineAsJson, type LoadedOrder } from './read-orders.ts';
import type { PlannedOccurrence } from './read-plans.ts';

/** The maximum number of lines of dates that are settled together: two dates of the longest order. */
export const LINES_AT_ONCE = 1_000;
const LAST_DAY = dayOf(LAST_DATE);
const AFTER_LAST_DAY: Found = { problem: 'date_out_of_range', values: { min: FIRST_DATE, max: LAST_DATE } };

/** A date of an order that is to be settled now. */
export interface Due {
  order: LoadedOrder;
  occurrence: PlannedOccurrence;
}

export interface FinishedDate extends Due {
  status: Exclude<OccurrenceStatus, 'planned'>;
  reason: Reason | null;
  /** The problem because of which the delivery could not be created, if it could not. */
  found?: Found;
}

/**
 * Settles dates in the open transaction: creates the planned deliveries, and stores the outcome of the other
 * dates. A date whose product or branch is just being archived waits for the next run.
 *
 * @returns the settled dates
 */
export async function finishDates(context: Context, due: readonly Due[]): Promise<FinishedDate[]> {
  const settled = await createDue(context, due);
  await storeOutcomes(context, settled);
  return settled;
}

async function createDue(context: Context, due: readonly Due[]): Promise<FinishedDate[]> {
  const settled: (FinishedDate | undefined)[] = due.map((each) => finishedByRule(each));
  const planned = due.flatMap((each, index) =>
    settled[index] ? [] : [{ index, delivery: dueDelivery(each) }],
  );
  for (const { index, error } of await insertDeliveries(context, planned)) {
    const each = due[index]!;
    if (!error) settled[index] = { ...each, status: 'created', reason: null };
    // Otherwise products or branches are being archived: the next run decides.
    else if (error.code !== 'service_unavailable') {
      settled[index] = { ...each, status: 'failed', reason: faultReason(error), found: error };
    }
  }
  return settled.filter((each) => each !== undefined);
}

function finishedByRule(due: Due): FinishedDate | undefined {
  const { status, reason, deliveryDay, day } = due.occurrence;
  if (status === 'skipped' || status === 'failed') return { ...due, status, reason };
  return (deliveryDay ?? day) > LAST_DAY
    ? { ...due, status: 'failed', reason: 'refused', found: AFTER_LAST_DAY }
    : undefined;
}

function dueDelivery({ order, occurrence }: Due): NewDelivery {
  return {
    supermarketId: order.supermarketId,
    branchId: order.branchId,
    products: occurrence.lines.map(({ productId, quantity }) => ({ productId, quantity })),
    deliveryDate: dateOf(occurrence.deliveryDay!),
    notes: order.notes,
    orderNumber: order.orderNumber,
    occurrence: { standingOrderId: order.id, date: dateOf(occurrence.day) },
  };
}

/** Returns the reason of a fault. The account has all records of an order, so an invalid one is archived. */
function faultReason({ code }: Fault): Reason {
  return code === 'validation_error' ? 'archived' : 'refused';
}

/** Stores the settled dates. A stored date that is not planned is never settled again. */
async function storeOutcomes(context: Context, settled: readonly FinishedDate[]): Promise<void> {
  if (settled.length === 0) return;
  const rows = settled.map(({ order, occurrence, status, reason, found }) => ({
    id: String(order.id),
    date: dateOf(occurrence.day),
    status,
    reason,
    problem: found?.problem ?? null,
    problem_values: found?.values ?? null,
    delivery_date: occurrence.deliveryDay === null ? null : dateOf(occurrence.deliveryDay),
    is_changed: occurrence.isChanged,
    lines: occurrence.lines.map(lineAsJson),
  }));
  const stored = await context.db.$executeRaw`
    INSERT INTO occurrences AS known
      (account_id, standing_order_id, date, status, reason, problem, problem_values, delivery_date, is_changed, lines)
    SELECT ${accountOf(context)}, id, date, status, reason, problem, problem_values, delivery_date, is_changed, lines
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id bigint, date date, status text, reason text,
      problem text, problem_values jsonb, delivery_date date, is_changed boolean, lines jsonb)
    ON CONFLICT (account_id, standing_order_id, date) DO UPDATE SET
      status = excluded.status, reason = excluded.reason, problem = excluded.problem,
      problem_values = excluded.problem_values, delivery_date = excluded.delivery_date,
      lines = excluded.lines, settled_at = now()
    WHERE known.status = 'planned'`;
  if (stored !== rows.length) throw new Error('a date of a standing order was settled twice');
}
