import type { Db } from '../../../database/connect.ts';
import { type ClosedDates, closedDatesOf } from '../../catalogue/closed-day/closed-dates.ts';
import { type Day, type DayWindow, dateOf, weekdayOf } from './days.ts';
import type { Weekday } from '../../core/noun/weekdays.ts';
import { closedRangeOf, eachOccurrence, type Planned } from './plan-occurrences.ts';
import { type Line, type LoadedOrder, readOrders, readStored, type StoredOccurrence } from './read-orders.ts';

/** An occurrence with its lines. */
export interface PlannedOccurrence extends Planned {
  isChanged: boolean;
  /** The lines, shared by the dates of one day of the week; empty if they are not read. */
  lines: readonly Line[];
}

/** The plan of an order in a window: the data that determine its dates, and the occurrences. */
export interface OccurrencePlan {
  order: LoadedOrder;
  stored: ReadonlyMap<Day, StoredOccurrence>;
  /** Returns the occurrences of the dates from one day to another, both in the window. */
  between(from: Day, to: Day): PlannedOccurrence[];
  /** Yields the same occurrences one by one, without their lines. */
  datesBetween(from: Day, to: Day): IteratorObject<Planned>;
  /** Returns an occurrence with its lines. */
  withLines(planned: Planned): PlannedOccurrence;
}

interface PlanWindow extends DayWindow {
  today: Day;
  /** Whether the lines of the dates are read too (default: true). */
  hasLines?: boolean;
}

/** Reads the plans from `from` to `to`, for any number of orders of an account by four statements. */
export async function readPlans(
  db: Db,
  accountId: bigint,
  ids: readonly bigint[],
  { from, to, today, hasLines = true }: PlanWindow,
): Promise<OccurrencePlan[]> {
  if (ids.length === 0) return [];
  const orders = await readOrders(db, accountId, ids, { hasLines });
  const stored = await readStored(db, accountId, ids, { from, to }, { hasLines });
  const [first, last] = closedRangeOf(from, to);
  const branches = [...new Set(orders.map(({ branchId }) => branchId))];
  const closed = await closedDatesOf(db, accountId, branches, dateOf(first), dateOf(last));
  const isClosedAt = new Map(branches.map((id) => [id, closedDays(closed, id, { from: first, to: last })]));
  return orders.map((order) => planOf(order, stored.get(order.id)!, isClosedAt.get(order.branchId)!, today));
}

const [OPEN, CLOSED] = [1, 2];

/**
 * Returns a cached check whether a branch is closed on a day. Orders of a branch check the same day many
 * times.
 */
function closedDays(closed: ClosedDates, branchId: bigint, { from, to }: DayWindow): (day: Day) => boolean {
  const known = new Uint8Array(to - from + 1);
  return (day) => {
    known[day - from] ||= closed.reasonOf(branchId, dateOf(day)) === null ? OPEN : CLOSED;
    return known[day - from] === CLOSED;
  };
}

function planOf(
  order: LoadedOrder,
  stored: ReadonlyMap<Day, StoredOccurrence>,
  isClosed: (day: Day) => boolean,
  today: Day,
): OccurrencePlan {
  const { rule, isEnded } = order;
  const live = isEnded ? { ...rule, endsOn: rule.settledUntil } : rule;
  const calendar = { rule: live, stored, isClosed, today };
  const linesOn = linesByWeekday(order);
  const withLines = (planned: Planned): PlannedOccurrence => {
    const known = stored.get(planned.day);
    return {
      ...planned,
      isChanged: known?.isChanged ?? false,
      lines: known?.lines ?? linesOn(weekdayOf(planned.day)),
    };
  };
  return {
    order,
    stored,
    datesBetween: (from, to) => eachOccurrence(calendar, from, to),
    between: (from, to) => eachOccurrence(calendar, from, to).map(withLines).toArray(),
    withLines,
  };
}

/** Returns the lines of an order by the day of the week, shared by all dates of the window. */
function linesByWeekday({ lines }: LoadedOrder): (weekday: Weekday) => readonly Line[] {
  const known = new Map<Weekday, readonly Line[]>();
  return (weekday) => {
    const found = known.get(weekday) ?? lines.filter(({ weekdays }) => weekdays?.includes(weekday) ?? true);
    known.set(weekday, found);
    return found;
  };
}
