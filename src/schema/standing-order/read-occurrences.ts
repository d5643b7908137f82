import DataLoader from 'dataloader';
import { z } from 'zod';
import { violation } from '../../problems.ts';
import { accountOf, type Context } from '../context.ts';
import { AppError, faultAt } from '../errors.ts';
import { readTogether } from '../list/read-together.ts';
import { calendarDate } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type Day, type DayWindow, dateOf, dayOf } from './days.ts';
import { type Found, nextDateOf } from './plan-occurrences.ts';
import {
  type Clock,
  type Line,
  type OccurrencePlan,
  type PlannedOccurrence,
  readClock,
  readPlans,
} from './read-orders.ts';
import type { OccurrenceStatus, Reason } from './fields.ts';

/** The maximum number of days of a window. */
export const MAX_DAYS = 62;
/** The length of the window by default. */
export const DEFAULT_DAYS = 14;
/** How far ahead the next occurrence is looked for, and how far back, where no worker ran. */
const NEXT_WITHIN_DAYS = 400;
const NEXT_SINCE_DAYS = 31;
/** How many days are planned at a time while it is looked for. */
const STEP_DAYS = 28;

/** An occurrence as GraphQL shows it. */
export interface Occurrence {
  orderId: bigint;
  date: Date;
  deliveryDate: Date | null;
  status: OccurrenceStatus;
  reason: Reason | null;
  found: Found | null;
  isChanged: boolean;
  lines: Line[];
}

const Given = z.object({ from: calendarDate.nullish(), to: calendarDate.nullish() });

/**
 * Returns the window of the arguments: from today to 13 days later by default.
 *
 * @throws AppError `validation_error`
 */
async function windowOf(
  context: Context,
  args: { from?: string | null; to?: string | null },
): Promise<DayWindow> {
  const given = valid(Given, args);
  const from = given.from == null ? (await clockOf(context)).today : dayOf(given.from);
  const to = given.to == null ? from + DEFAULT_DAYS - 1 : dayOf(given.to);
  if (to < from)
    throw new AppError(faultAt('to', violation('range_out_of_order', 'must not be before from')));
  if (to - from >= MAX_DAYS)
    throw new AppError(
      faultAt(
        'to',
        violation('range_too_long', `must be at most ${MAX_DAYS - 1} days after from`, { max: MAX_DAYS }),
      ),
    );
  return { from, to };
}

/** Returns the most days that a window with these arguments has. */
export function mostDays(argument: (name: string) => unknown): number {
  const [from, to] = [argument('from'), argument('to')];
  if (to == null) return DEFAULT_DAYS;
  const days = dayOf(String(to)) - dayOf(String(from)) + 1;
  // Without a first day, the window begins today, and an impossible one is refused.
  return days >= 1 && days <= MAX_DAYS ? days : MAX_DAYS;
}

type ChooseOccurrences = (plan: OccurrencePlan, today: Day) => PlannedOccurrence[];

/** Reads the occurrences of an order. Those of all orders of a response are read together. */
export async function occurrencesOf(
  context: Context,
  orderId: bigint,
  args: { from?: string | null; to?: string | null },
): Promise<Occurrence[]> {
  const { from, to } = await windowOf(context, args);
  return loaderOf(context, `${from} ${to}`, { from, to }, (plan) => plan.between(from, to)).load(orderId);
}

/** Reads the first planned occurrence of an order; null if there is none within {@link NEXT_WITHIN_DAYS} days. */
export async function nextOccurrenceOf(context: Context, orderId: bigint): Promise<Occurrence | null> {
  const { today } = await clockOf(context);
  const window = { from: today - NEXT_SINCE_DAYS, to: today + NEXT_WITHIN_DAYS };
  const [next = null] = await loaderOf(context, 'next', window, firstPlanned).load(orderId);
  return next;
}

/** Reads one occurrence of an order. */
export async function occurrenceOn(context: Context, orderId: bigint, day: Day): Promise<Occurrence> {
  const window = { from: day, to: day };
  const [found] = await loaderOf(context, `${day}`, window, (plan) => plan.between(day, day)).load(orderId);
  return found!;
}

function firstPlanned({ order, stored, between }: OccurrencePlan, today: Day): PlannedOccurrence[] {
  const byHand = [...stored].flatMap(([day, { status }]) => (status === 'planned' ? [day] : []));
  const first = order.isEnded ? null : nextDateOf(order.rule, order.rule.settledUntil + 1);
  const last = today + NEXT_WITHIN_DAYS;
  const start = Math.max(Math.min(first ?? Infinity, ...byHand), today - NEXT_SINCE_DAYS);
  for (let day = start; day <= last; day += STEP_DAYS) {
    const planned = between(day, Math.min(day + STEP_DAYS - 1, last)).find(
      ({ status }) => status === 'planned',
    );
    if (planned) return [planned];
  }
  return [];
}

type Loader = DataLoader<bigint, Occurrence[]>;

const loaders = new WeakMap<Context, Map<string, Loader>>();

function loaderOf(context: Context, key: string, window: DayWindow, choose: ChooseOccurrences): Loader {
  const known = loaders.get(context) ?? new Map<string, Loader>();
  loaders.set(context, known);
  let loader = known.get(key);
  if (!loader) {
    const readAll = async (ids: readonly bigint[]) => {
      const accountId = accountOf(context);
      const { today } = await clockOf(context);
      const plans = await readPlans(context.db, accountId, [...new Set(ids)], { ...window, today });
      const byId = new Map(
        plans.map((plan) => [plan.order.id, choose(plan, today).map((each) => shown(plan.order.id, each))]),
      );
      return ids.map((id) => byId.get(id) ?? []);
    };
    // A context can serve several executions.
    loader = new DataLoader(readAll, { cache: false });
    known.set(key, loader);
  }
  return loader;
}

function shown(orderId: bigint, { day, deliveryDay, ...rest }: PlannedOccurrence): Occurrence {
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
  };
}

const clocksOf = readTogether(async (context, accounts: readonly bigint[]) => {
  const clock = await readClock(context.db, accounts[0]!);
  return accounts.map(() => clock);
});

/** Reads the clock of the database once for all orders of a response. */
export function clockOf(context: Context): Promise<Clock> {
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
  const ids = new Map(rows.map((row) => [keyOf(row.standing_order_id, row.occurrence_date), row.id]));
  return refs.map(({ orderId, date }) => ids.get(keyOf(orderId, date)));
}

function keyOf(orderId: bigint, date: Date): string {
  return `${orderId} ${date.toISOString().slice(0, 10)}`;
}
