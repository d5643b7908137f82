import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { MAX_LEAD_DAYS, MAX_SHIFT_DAYS } from '../limits.ts';
import { type Day, dateOf, dayOf } from './days.ts';
import { momentOf } from './due-at.ts';
import { nextDateOf } from './plan-occurrences.ts';
import { type Clock, type LoadedOrder, readClock } from './read-orders.ts';
import { type OccurrencePlan, type PlannedOccurrence, readPlans } from './read-plans.ts';
import { LINES_AT_ONCE, type Settled, settleDates } from './settle-dates.ts';

/**
 * The maximum number of days between a date and the creation of its delivery: the date moves, and creation is
 * earlier.
 */
const AHEAD_DAYS = MAX_SHIFT_DAYS + MAX_LEAD_DAYS;
/** The maximum number of dates of an order that are settled at a time, after the worker was down for long. */
const DATES_AT_ONCE = 50;
/** The maximum time between two checks of an order: a day, whatever has moved its dates. */
const CHECK_MS = 86_400_000;

/** The result of settling some orders of an account. */
export interface Turn {
  /** The number of orders that were checked. */
  orders: number;
  /** The number of settled dates, and of failed ones among them. */
  settled: number;
  failed: number;
}

/**
 * Settles the due dates of up to `limit` standing orders of an account: creates deliveries, and stores
 * skipped and failed dates. It runs in the open transaction with the orders locked, so a killed process has
 * done nothing. Orders locked by others are left to them.
 */
export async function settleOrders(context: Context, limit: number): Promise<Turn> {
  const accountId = accountOf(context);
  const claimed = await context.db.$queryRaw<{ id: bigint; first: string }[]>`
    SELECT id, to_char(least(settled_until + 1, (
      SELECT min(date) FROM occurrences planned WHERE planned.account_id = ${accountId}
        AND planned.standing_order_id = standing_orders.id AND status = 'planned')), 'YYYY-MM-DD') AS first
    FROM standing_orders
    WHERE account_id = ${accountId} AND check_at <= now()
    ORDER BY check_at, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`;
  if (claimed.length === 0) return { orders: 0, settled: 0, failed: 0 };
  const clock = await readClock(context.db, accountId);
  const { today } = clock;
  const from = Math.min(today, ...claimed.map(({ first }) => dayOf(first)));
  const to = today + AHEAD_DAYS;
  const ids = claimed.map(({ id }) => id);
  const plans = await readPlans(context.db, accountId, ids, { from, to, today });
  const looks = withinBudget(plans.map((plan) => lookAt(plan, { from, to }, clock)));
  const settled = await settleDates(
    context,
    looks.flatMap(({ plan, due }) =>
      due.map((occurrence) => ({ order: plan.order, occurrence: unlessPassed(occurrence, today) })),
    ),
  );
  await setChecks(context, looks, settled, clock);
  const failed = settled.filter(({ status }) => status === 'failed');
  for (const each of failed) await auditFailure(context, each);
  return { orders: looks.length, settled: settled.length, failed: failed.length };
}

/** An order to settle, with its open and its due dates. */
interface Look {
  plan: OccurrencePlan;
  /** The dates of the order that are not settled yet, up to the last day that can be due. */
  open: PlannedOccurrence[];
  /** The open dates that are due. */
  due: PlannedOccurrence[];
}

function lookAt(plan: OccurrencePlan, { from, to }: { from: Day; to: Day }, clock: Clock): Look {
  const open = plan.between(from, to).filter(({ isSettled }) => !isSettled);
  const due = open.filter((occurrence) => isDue(plan.order, occurrence, clock)).slice(0, DATES_AT_ONCE);
  return { plan, open, due };
}

/**
 * Returns a date to settle. If its day has passed, it fails, and people decide whether the goods were
 * delivered.
 */
function unlessPassed(occurrence: PlannedOccurrence, today: Day): PlannedOccurrence {
  return occurrence.status === 'planned' && occurrence.deliveryDay! < today
    ? { ...occurrence, status: 'failed', reason: 'too_late' }
    : occurrence;
}

function isDue(order: LoadedOrder, occurrence: PlannedOccurrence, { now, timeZone, today }: Clock): boolean {
  const day = dueDayOf(order, occurrence);
  return day < today || (day === today && momentOf(day, order.generateAt, timeZone) <= now);
}

function dueDayOf({ leadDays }: LoadedOrder, { day, deliveryDay }: PlannedOccurrence): Day {
  return (deliveryDay ?? day) - leadDays;
}

/** Leaves dates beyond the maximum of lines, and the orders after them, to the next transaction. */
function withinBudget(looks: readonly Look[]): Look[] {
  const kept: Look[] = [];
  let lines = 0;
  for (const look of looks) {
    const due: PlannedOccurrence[] = [];
    for (const occurrence of look.due) {
      lines += occurrence.lines.length;
      if (lines > LINES_AT_ONCE) return due.length > 0 ? [...kept, { ...look, due }] : kept;
      due.push(occurrence);
    }
    kept.push({ ...look, due });
  }
  return kept;
}

/** Stores the time of each order's next check, and the day up to which all its dates are settled. */
async function setChecks(
  context: Context,
  looks: readonly Look[],
  settled: readonly Settled[],
  clock: Clock,
): Promise<void> {
  const done = Map.groupBy(settled, ({ order }) => order.id);
  const rows = looks.map(({ plan: { order }, open }) => {
    const days = new Set(done.get(order.id)?.map(({ occurrence }) => occurrence.day));
    const left = open.filter(({ day }) => !days.has(day));
    const firstLeft = left[0]?.day ?? Infinity;
    const until = Math.max(order.rule.settledUntil, Math.min(clock.today, firstLeft - 1));
    return {
      id: String(order.id),
      settled_until: dateOf(until),
      check_at: nextCheck(order, left, clock)?.toISOString() ?? null,
    };
  });
  await context.db.$executeRaw`
    UPDATE standing_orders SET settled_until = row.settled_until, check_at = row.check_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id bigint, settled_until date, check_at timestamptz)
    WHERE standing_orders.account_id = ${accountOf(context)} AND standing_orders.id = row.id`;
}

/** Returns the time of an order's next check; null if no date will follow. */
function nextCheck(order: LoadedOrder, left: readonly PlannedOccurrence[], clock: Clock): Date | null {
  const { now, timeZone, today } = clock;
  if (left.length > 0) {
    if (left.some((occurrence) => isDue(order, occurrence, clock))) return now;
    const day = Math.min(...left.map((occurrence) => dueDayOf(order, occurrence)));
    const at = momentOf(day, order.generateAt, timeZone).getTime();
    return new Date(Math.min(at, now.getTime() + CHECK_MS));
  }
  const next = nextDateOf(order.rule, today + AHEAD_DAYS + 1);
  // No later date can be due earlier.
  return next === null ? null : momentOf(next - AHEAD_DAYS, '00:00', timeZone);
}

async function auditFailure(context: Context, { order, occurrence, reason }: Settled): Promise<void> {
  const details = { standingOrder: String(order.id), date: dateOf(occurrence.day), reason };
  await leaveEntry(context, { action: 'occurrence.failed', details });
}
