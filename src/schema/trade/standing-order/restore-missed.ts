import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, fault, faultAt } from '../../core/errors.ts';
import { calendarDate, figure } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_RESTORED_DATES, MAX_RESTORED_LINES } from '../limits.ts';
import { dateOf, dayOf, type DayWindow } from './days.ts';
import { windowBetween } from './read-occurrences.ts';
import { type LoadedOrder, readOrders } from './read-orders.ts';
import { type Due, LINES_AT_ONCE, settleDates } from './settle-dates.ts';

const Given = z.object({ from: calendarDate, to: calendarDate });

/**
 * Creates the deliveries of all dates in a window that failed because their day had passed, each on its own
 * day. Those that cannot be created stay failed with their reason.
 *
 * @returns how many were created
 * @throws AppError `validation_error` on from or to
 */
export async function restoreOccurrences(
  context: Context,
  args: { from: string; to: string },
): Promise<number> {
  const { from, to } = valid(Given, args);
  const window = windowBetween(dayOf(from), dayOf(to));
  return inOneTransaction(context, async (inside) => {
    const orderIds = await lockOrders(inside, window);
    return createMissed(inside, await readMissed(inside, orderIds, window));
  });
}

/**
 * Creates the deliveries of missed dates, with their lines at that time, in parts. The caller has locked
 * their orders.
 *
 * @returns how many were created
 * @throws AppError `service_unavailable` while products or branches are being archived
 */
export async function createMissed(context: Context, missed: readonly Due[]): Promise<number> {
  if (missed.length === 0) return 0;
  const planned = missed.map(({ order, occurrence }): Due => ({
    order,
    occurrence: { ...occurrence, status: 'planned', reason: null },
  }));
  const days = planned.map(({ occurrence }) => dateOf(occurrence.day));
  await context.db.$executeRaw`
    UPDATE occurrences SET status = 'planned', reason = NULL
    FROM unnest(${planned.map(({ order }) => order.id)}::bigint[], ${days}::date[]) AS missed (id, day)
    WHERE account_id = ${accountOf(context)} AND standing_order_id = missed.id AND date = missed.day`;
  let created = 0;
  for (const some of inBatches(planned)) {
    const settled = await settleDates(context, some);
    if (settled.length < some.length)
      throw fault('conflicting_writes', 'Products or branches are being archived. Try again');
    created += settled.filter(({ status }) => status === 'created').length;
  }
  return created;
}

function inBatches(dates: readonly Due[]): Due[][] {
  const batches: Due[][] = [];
  let lines = Infinity;
  for (const each of dates) {
    const { length } = each.occurrence.lines;
    if (lines + length > LINES_AT_ONCE) {
      batches.push([]);
      lines = 0;
    }
    batches.at(-1)!.push(each);
    lines += length;
  }
  return batches;
}

/**
 * Locks the orders of the dates, in the order of their ids, against the generation of deliveries and other
 * changes.
 */
async function lockOrders(context: Context, { from, to }: DayWindow): Promise<bigint[]> {
  const accountId = accountOf(context);
  const orders = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM standing_orders
    WHERE account_id = ${accountId} AND ended_at IS NULL AND id = ANY(ARRAY(
      SELECT standing_order_id FROM occurrences
      WHERE account_id = ${accountId} AND status = 'failed' AND reason = 'too_late'
        AND date BETWEEN ${dateOf(from)}::date AND ${dateOf(to)}::date))
    ORDER BY id FOR NO KEY UPDATE`;
  return orders.map(({ id }) => id);
}

interface MissedRow {
  standing_order_id: bigint;
  date: string;
  delivery_date: string;
  is_changed: boolean;
  /** The number of lines of this date and those before it. */
  lines_before: number;
  lines: { product_id: string; quantity: number }[];
}

/**
 * Reads the dates of locked orders that failed because their day had passed.
 *
 * @throws AppError `validation_error` on to
 */
async function readMissed(
  context: Context,
  orderIds: readonly bigint[],
  { from, to }: DayWindow,
): Promise<Due[]> {
  const accountId = accountOf(context);
  const { db } = context;
  const rows = await db.$queryRaw<MissedRow[]>`
    SELECT standing_order_id, to_char(date, 'YYYY-MM-DD') AS date,
           to_char(delivery_date, 'YYYY-MM-DD') AS delivery_date, is_changed,
           lines_before, CASE WHEN lines_before <= ${MAX_RESTORED_LINES} THEN lines END AS lines
    FROM (
      SELECT *, (sum(jsonb_array_length(lines)) OVER (ORDER BY date, standing_order_id))::int AS lines_before
      FROM (
        SELECT * FROM occurrences
        WHERE account_id = ${accountId} AND standing_order_id = ANY(${orderIds}::bigint[])
          AND status = 'failed' AND reason = 'too_late'
          AND date BETWEEN ${dateOf(from)}::date AND ${dateOf(to)}::date
        ORDER BY date, standing_order_id LIMIT ${MAX_RESTORED_DATES + 1}
      ) AS missed
    ) AS counted ORDER BY date, standing_order_id`;
  if (rows.length > MAX_RESTORED_DATES) throw tooMany('dates', MAX_RESTORED_DATES);
  if ((rows.at(-1)?.lines_before ?? 0) > MAX_RESTORED_LINES) throw tooMany('lines', MAX_RESTORED_LINES);
  const read = await readOrders(db, accountId, orderIds, { hasLines: false });
  const orders = new Map(read.map((order) => [order.id, order]));
  return rows.map((row) => dueOf(row, orders.get(row.standing_order_id)!));
}

function tooMany(what: string, max: number): AppError {
  const wording = `must be earlier: these days have more than ${figure(max)} ${what} to restore`;
  return new AppError(faultAt('to', violation('too_many', wording, { max })));
}

function dueOf({ date, delivery_date, is_changed, lines }: MissedRow, order: LoadedOrder): Due {
  return {
    order,
    occurrence: {
      day: dayOf(date),
      deliveryDay: dayOf(delivery_date),
      status: 'failed',
      reason: 'too_late',
      isSettled: true,
      isChanged: is_changed,
      lines: lines.map((line) => ({ productId: BigInt(line.product_id), quantity: line.quantity })),
    },
  };
}
