import type { Db } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type Day, type DayWindow, dateOf, dayOf } from './days.ts';
import { type OccurrenceStatus, type Reason, type Shift } from './fields.ts';
import { type Weekday, WEEKDAY } from '../../core/noun/weekdays.ts';
import { type Found, type Rule, type Stored, storedRangeOf } from './plan-occurrences.ts';

/** A line of a date: the quantity of a product. */
export interface Line {
  productId: bigint;
  quantity: number;
}

/** Returns a line as `occurrences` stores it. JSON has no bigints. */
export function lineAsJson({ productId, quantity }: Line) {
  return { product_id: String(productId), quantity };
}

interface OrderLine extends Line {
  /** The days of the week of the line; null for all days of the order. */
  weekdays: Weekday[] | null;
}

/** A standing order with the data for computations. */
export interface LoadedOrder {
  id: bigint;
  supermarketId: bigint;
  branchId: bigint;
  rule: Rule;
  leadDays: number;
  generateAt: string;
  notes: string | null;
  orderNumber: string | null;
  isEnded: boolean;
  /** The lines; empty if they are not read. */
  lines: OrderLine[];
}

/** The stored state of a date, with lines of its own, if any. */
export interface StoredOccurrence extends Stored {
  isChanged: boolean;
  lines: Line[] | null;
}

/** The present moment and day, by which dates are planned. */
export interface Clock {
  now: Date;
  timeZone: string;
  today: Day;
}

interface OrderRow {
  id: bigint;
  supermarket_id: bigint;
  branch_id: bigint;
  weekdays: Weekday[];
  every_weeks: number;
  starts_on: string;
  ends_on: string | null;
  paused_from: string | null;
  paused_until: string | null;
  shift: Shift;
  settled_until: string;
  lead_days: number;
  generate_at: string;
  notes: string | null;
  order_number: string | null;
  is_ended: boolean;
}

interface LineRow {
  standing_order_id: bigint;
  product_id: bigint;
  quantity: number;
  weekdays: Weekday[];
}

interface StoredRow {
  standing_order_id: bigint;
  date: string;
  status: OccurrenceStatus;
  reason: Reason | null;
  problem: Found['problem'] | null;
  problem_values: Found['values'];
  delivery_date: string | null;
  is_changed: boolean;
  lines: { product_id: string; quantity: number }[] | null;
}

/** Reads the database's clock, which decides what is due, and the present day in the account's time zone. */
export async function readClock(db: Db, accountId: bigint): Promise<Clock> {
  const [row] = await db.$queryRaw<{ now: Date; time_zone: string; today: string }[]>`
    SELECT now() AS now, time_zone, to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today
    FROM accounts WHERE id = ${accountId}`;
  return { now: row!.now, timeZone: row!.time_zone, today: dayOf(row!.today) };
}

/** Reads standing orders by one statement, and their lines, up to 500 each, by another one. */
export async function readOrders(
  db: Db,
  accountId: bigint,
  ids: readonly bigint[],
  { hasLines = true }: { hasLines?: boolean } = {},
): Promise<LoadedOrder[]> {
  const orders = await db.$queryRaw<OrderRow[]>`
    SELECT id, supermarket_id, branch_id, weekdays, every_weeks, ${asText('starts_on')}, ${asText('ends_on')},
           ${asText('paused_from')}, ${asText('paused_until')}, shift, ${asText('settled_until')}, lead_days,
           generate_at, notes, order_number, ended_at IS NOT NULL AS is_ended
    FROM standing_orders WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[]) ORDER BY id`;
  const lines = hasLines ? await readLines(db, accountId, ids) : [];
  const linesOf = Map.groupBy(lines, (line) => line.standing_order_id);
  return orders.map((row) => orderIn(row, linesOf.get(row.id) ?? []));
}

function readLines(db: Db, accountId: bigint, ids: readonly bigint[]): Promise<LineRow[]> {
  return db.$queryRaw<LineRow[]>`
    SELECT standing_order_id, product_id, quantity, weekdays FROM standing_order_lines
    WHERE account_id = ${accountId} AND standing_order_id = ANY(${ids}::bigint[])
    ORDER BY standing_order_id, line_number`;
}

function asText(column: string): Prisma.Sql {
  return Prisma.raw(`to_char(${column}, 'YYYY-MM-DD') AS ${column}`);
}

function dayIn(date: string | null): Day | null {
  return date === null ? null : dayOf(date);
}

function orderIn(row: OrderRow, lines: LineRow[]): LoadedOrder {
  return {
    id: row.id,
    supermarketId: row.supermarket_id,
    branchId: row.branch_id,
    rule: {
      isWeekday: WEEKDAY.values.map((weekday) => row.weekdays.includes(weekday)),
      everyWeeks: row.every_weeks,
      startsOn: dayOf(row.starts_on),
      endsOn: dayIn(row.ends_on),
      pausedFrom: dayIn(row.paused_from),
      pausedUntil: dayIn(row.paused_until),
      shift: row.shift,
      settledUntil: dayOf(row.settled_until),
    },
    leadDays: row.lead_days,
    generateAt: row.generate_at,
    notes: row.notes,
    orderNumber: row.order_number,
    isEnded: row.is_ended,
    lines: lines.map((line) => ({
      productId: line.product_id,
      quantity: line.quantity,
      weekdays: line.weekdays.length > 0 ? line.weekdays : null,
    })),
  };
}

/**
 * Reads the stored dates that can affect a window, by order, with lines only of dates in the window, if at
 * all.
 */
export async function readStored(
  db: Db,
  accountId: bigint,
  ids: readonly bigint[],
  { from, to }: DayWindow,
  { hasLines }: { hasLines: boolean },
): Promise<Map<bigint, Map<Day, StoredOccurrence>>> {
  const [first, last] = storedRangeOf(from, to);
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT standing_order_id, to_char(date, 'YYYY-MM-DD') AS date, status, reason, problem, problem_values,
           to_char(delivery_date, 'YYYY-MM-DD') AS delivery_date, is_changed,
           CASE WHEN ${hasLines} AND date BETWEEN ${dateOf(from)}::date AND ${dateOf(to)}::date THEN lines END AS lines
    FROM occurrences
    WHERE account_id = ${accountId} AND standing_order_id = ANY(${ids}::bigint[])
      AND date BETWEEN ${dateOf(first)}::date AND ${dateOf(last)}::date`;
  const stored = new Map(ids.map((id) => [id, new Map<Day, StoredOccurrence>()]));
  for (const row of rows) {
    stored.get(row.standing_order_id)!.set(dayOf(row.date), {
      status: row.status,
      reason: row.reason,
      found: row.problem === null ? null : { problem: row.problem, values: row.problem_values },
      deliveryDay: row.delivery_date === null ? null : dayOf(row.delivery_date),
      isChanged: row.is_changed,
      lines:
        row.lines?.map((line) => ({ productId: BigInt(line.product_id), quantity: line.quantity })) ?? null,
    });
  }
  return stored;
}
