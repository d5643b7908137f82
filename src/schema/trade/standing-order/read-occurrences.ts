import DataLoader from 'dataloader';
import { z } from 'zod';
import { createPause } from '../../../limits/pause.ts';
import { violation } from '../../../problems.ts';
import { ResultTooLarge } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_OBJECTS } from '../../core/limits.ts';
import { MAX_WINDOW_DAYS } from '../limits.ts';
import { type Day, type DayWindow, dateOf, dayOf } from './days.ts';
import { type Found, nextDateOf } from './plan-occurrences.ts';
import { type OrderClock, type Line, readClock } from './read-orders.ts';
import { type OccurrencePlan, type PlannedOccurrence, readPlans } from './read-plans.ts';
import type { OccurrenceStatus, Reason } from './fields.ts';

/** The default length of the window, in days. */
export const DEFAULT_DAYS = 14;
/** How many days ahead the next occurrence is searched, and how many days back, in case no worker ran. */
export const NEXT_WITHIN_DAYS = 400;
const NEXT_SINCE_DAYS = 31;
/** The number of orders that are read at a time. */
const READ_ORDERS_AT_ONCE = 25;

/** An occurrence as GraphQL shows it. */
export interface Occurrence {
  orderId: bigint;
  date: Date;
  deliveryDate: Date | null;
  status: OccurrenceStatus;
  reason: Reason | null;
  found: Found | null;
  isChanged: boolean;
  /** The lines; empty if they are not selected. */
  lines: readonly Line[];
  /** The names of products in the lines of all occurrences that are read together. */
  names: ReadonlyMap<bigint, string>;
}

const OccurrenceDates = z.object({ from: calendarDate.nullish(), to: calendarDate.nullish() });

/**
 * Returns the window of the arguments (default: from today to 13 days later).
 *
 * @throws AppError `validation_error`
 */
async function occurrenceWindow(
  context: Context,
  args: { from?: string | null; to?: string | null },
): Promise<DayWindow> {
  const given = valid(OccurrenceDates, args);
  const from = given.from == null ? (await clockOf(context)).today : dayOf(given.from);
  return windowBetween(from, given.to == null ? from + DEFAULT_DAYS - 1 : dayOf(given.to));
}

/**
 * Returns the window from one day to another.
 *
 * @throws AppError `validation_error` on to, if it is turned or has more than {@link MAX_WINDOW_DAYS} days
 */
export function windowBetween(from: Day, to: Day): DayWindow {
  // guard: window-order
  if (to < from)
    throw new AppError(faultAt('to', violation('range_out_of_order', 'must not be before from'), 'from'));
  // guard: window-days
  if (to - from >= MAX_WINDOW_DAYS)
    throw new AppError(
      faultAt(
        'to',
        violation('range_too_long', `must be at most ${MAX_WINDOW_DAYS - 1} days after from`, {
          max: MAX_WINDOW_DAYS,
        }),
        'from',
      ),
    );
  return { from, to };
}

/** Returns the maximum number of days of a window with these arguments. */
export function mostDays(argument: (name: string) => unknown): number {
  const [from, to] = [argument('from'), argument('to')];
  if (to == null) return DEFAULT_DAYS;
  const days = dayOf(String(to)) - dayOf(String(from)) + 1;
  // Without a first day, the window begins today. An invalid window is refused later.
  return days >= 1 && days <= MAX_WINDOW_DAYS ? days : MAX_WINDOW_DAYS;
}

type ChooseOccurrences = (plan: OccurrencePlan, today: Day) => PlannedOccurrence[];

/** The selection of a field of occurrences. */
interface SelectedLines {
  hasLines: boolean;
}

/** Reads the occurrences of an order. The occurrences of all orders of a response are read together. */
export async function occurrencesOf(
  context: Context,
  orderId: bigint,
  args: { from?: string | null; to?: string | null },
  selected: SelectedLines,
): Promise<Occurrence[]> {
  const { from, to } = await occurrenceWindow(context, args);
  const reading = { ...selected, from, to };
  return loaderOf(context, `${from} ${to}`, reading, (plan) => plan.between(from, to)).load(orderId);
}

/**
 * Reads the first planned occurrence of an order; null if there is none within {@link NEXT_WITHIN_DAYS} days.
 */
export async function nextOccurrenceOf(
  context: Context,
  orderId: bigint,
  selected: SelectedLines,
): Promise<Occurrence | null> {
  const { today } = await clockOf(context);
  const reading = { ...selected, from: today - NEXT_SINCE_DAYS, to: today + NEXT_WITHIN_DAYS };
  const [next = null] = await loaderOf(context, 'next', reading, firstPlanned).load(orderId);
  return next;
}

/** Reads one occurrence of an order. */
export async function occurrenceOn(context: Context, orderId: bigint, day: Day): Promise<Occurrence> {
  const reading = { hasLines: true, from: day, to: day };
  const [found] = await loaderOf(context, `${day}`, reading, (plan) => plan.between(day, day)).load(orderId);
  return found!;
}

function firstPlanned(plan: OccurrencePlan, today: Day): PlannedOccurrence[] {
  const { order, stored, datesBetween, withLines } = plan;
  const byHand = [...stored].flatMap(([day, { status }]) => (status === 'planned' ? [day] : []));
  const first = order.isEnded ? null : nextDateOf(order.rule, order.rule.settledUntil + 1);
  const start = Math.max(Math.min(first ?? Infinity, ...byHand), today - NEXT_SINCE_DAYS);
  const next = datesBetween(start, today + NEXT_WITHIN_DAYS).find(({ status }) => status === 'planned');
  return next ? [withLines(next)] : [];
}

type Loader = DataLoader<bigint, Occurrence[]>;

const occurrenceLoaders = new WeakMap<Context, Map<string, Loader>>();

function loaderOf(
  context: Context,
  name: string,
  reading: DayWindow & SelectedLines,
  choose: ChooseOccurrences,
): Loader {
  const known = occurrenceLoaders.get(context) ?? new Map<string, Loader>();
  occurrenceLoaders.set(context, known);
  const key = `${name} ${reading.hasLines}`;
  let loader = known.get(key);
  if (!loader) {
    let running: Promise<unknown> = Promise.resolve();
    const readAll = async (ids: readonly bigint[]) => {
      const reads = readOrderBatches(context, [...new Set(ids)], reading, choose);
      running = reads.catch(() => {});
      const byId = await reads;
      return ids.map((id) => byId.get(id) ?? []);
    };
    // Aliases of lists are resolved one after the other: the requests meanwhile are read together, each order
    // once.
    const batchScheduleFn = (read: () => void) => void running.then(() => setImmediate(read));
    // A context can serve several executions.
    loader = new DataLoader(readAll, { cache: false, batchScheduleFn });
    known.set(key, loader);
  }
  return loader;
}

/**
 * Reads the occurrences of orders, some orders at a time.
 *
 * @throws ResultTooLarge once several orders have more lines than a response may have objects
 */
async function readOrderBatches(
  context: Context,
  ids: readonly bigint[],
  reading: DayWindow & SelectedLines,
  choose: ChooseOccurrences,
): Promise<Map<bigint, Occurrence[]>> {
  const { today } = await clockOf(context);
  const pause = createPause();
  const found = new Map<bigint, Occurrence[]>();
  const names = new Map<bigint, string>();
  let lines = 0;
  for (let start = 0; start < ids.length; start += READ_ORDERS_AT_ONCE) {
    const batch = ids.slice(start, start + READ_ORDERS_AT_ONCE);
    for (const plan of await readPlans(context.db, accountOf(context), batch, { ...reading, today })) {
      const occurrences = choose(plan, today).map((each) => occurrenceOf(plan.order.id, each, names));
      found.set(plan.order.id, occurrences);
      lines += occurrences.reduce((sum, occurrence) => sum + occurrence.lines.length, 0);
      if (lines > MAX_OBJECTS && found.size > 1) throw new ResultTooLarge('objects');
      await pause();
    }
  }
  if (lines > 0) await readProductNames(context, found.values(), names);
  return found;
}

/** Reads the names of the products in lines, many of which have the same products. */
async function readProductNames(
  context: Context,
  orders: Iterable<Occurrence[]>,
  names: Map<bigint, string>,
): Promise<void> {
  const lists = new Set([...orders].flatMap((occurrences) => occurrences.map(({ lines }) => lines)));
  const ids = new Set([...lists].flatMap((lines) => lines.map(({ productId }) => productId)));
  const products = await context.db.product.findMany({
    where: { accountId: accountOf(context), id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  for (const { id, name } of products) names.set(id, name);
}

function occurrenceOf(
  orderId: bigint,
  { day, deliveryDay, ...rest }: PlannedOccurrence,
  names: ReadonlyMap<bigint, string>,
): Occurrence {
  const { status, reason, found = null, isChanged, lines } = rest;
  return {
    orderId,
    date: new Date(dateOf(day)),
    deliveryDate: deliveryDay === null ? null : new Date(dateOf(deliveryDay)),
    status,
    reason,
    found,
    isChanged,
    lines,
    names,
  };
}

const clocksOf = readTogether(async (context, accounts: readonly bigint[]) => {
  const clock = await readClock(context.db, accounts[0]!);
  return accounts.map(() => clock);
});

/** Reads the clock of the database once for all orders of a response. */
export function clockOf(context: Context): Promise<OrderClock> {
  return clocksOf(context, accountOf(context));
}

/** The delivery of an occurrence, by its order and date. */
export interface DeliveryRef {
  orderId: bigint;
  date: Date;
}

/** Reads the ids of the newest versions of the deliveries of occurrences, with one statement. */
export async function newestDeliveries(
  context: Context,
  refs: readonly DeliveryRef[],
): Promise<(bigint | undefined)[]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint; standing_order_id: bigint; occurrence_date: Date }[]>(
    Prisma.sql`
      SELECT delivery.id, delivery.standing_order_id, delivery.occurrence_date
      FROM unnest(${refs.map(({ orderId }) => orderId)}::bigint[],
                  ${refs.map(({ date }) => date.toISOString().slice(0, 10))}::text[]) AS wanted (id, date)
      JOIN deliveries delivery ON delivery.account_id = ${accountId} AND standing_order_id = wanted.id
        AND occurrence_date = wanted.date::date AND replaced_by_id IS NULL`,
  );
  const ids = new Map(rows.map((row) => [occurrenceKey(row.standing_order_id, row.occurrence_date), row.id]));
  return refs.map(({ orderId, date }) => ids.get(occurrenceKey(orderId, date)));
}

function occurrenceKey(orderId: bigint, date: Date): string {
  return `${orderId} ${date.toISOString().slice(0, 10)}`;
}
