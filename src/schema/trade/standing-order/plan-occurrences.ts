import type { Fault } from '../../core/errors.ts';
import { LAST_DATE } from '../../core/noun/rules.ts';
import { MAX_SHIFT_DAYS } from '../limits.ts';
import { type Day, dayOf, positionInWeek, weekOf } from './days.ts';
import type { OccurrenceStatus, Reason, Shift } from './fields.ts';

/** The maximum distance between two dates that move to the same day. */
const REACH_DAYS = 2 * MAX_SHIFT_DAYS;
const LAST_DAY = dayOf(LAST_DATE);

/** The rule for the dates of a standing order. */
export interface Rule {
  /** Whether the order has each day of the week, from Monday. */
  isWeekday: readonly boolean[];
  everyWeeks: number;
  startsOn: Day;
  endsOn: Day | null;
  pausedFrom: Day | null;
  pausedUntil: Day | null;
  shift: Shift;
  /** The last settled day. Up to it, only stored dates are occurrences. */
  settledUntil: Day;
}

/** The stored state of a date. */
export interface Stored {
  status: OccurrenceStatus;
  reason: Reason | null;
  deliveryDay: Day | null;
  /** The problem because of which the delivery could not be created, if it could not. */
  found?: Found | null;
}

/** A problem and its values. */
export type Found = Pick<Fault, 'problem' | 'values'>;

/** A date of a standing order. */
export interface Planned extends Stored {
  day: Day;
  /** Whether the stored state is final; other states follow from the rule and the closed days. */
  isSettled: boolean;
}

interface Calendar {
  rule: Rule;
  stored: ReadonlyMap<Day, Stored>;
  isClosed(day: Day): boolean;
  today: Day;
}

/** Returns whether the rule names a day, regardless of stored dates and closed days. */
export function isDateOf(rule: Rule, day: Day): boolean {
  return (
    day <= LAST_DAY &&
    isWithinRule(rule, day) &&
    rule.isWeekday[positionInWeek(day)]! &&
    (weekOf(day) - weekOf(rule.startsOn)) % rule.everyWeeks === 0
  );
}

/** Returns whether a day is within the first and the last day of the order, and not in its pause. */
function isWithinRule(rule: Rule, day: Day): boolean {
  return day >= rule.startsOn && day <= (rule.endsOn ?? Infinity) && !isPaused(rule, day);
}

/** Returns whether a day is in the pause. */
export function isPaused({ pausedFrom, pausedUntil }: Pick<Rule, 'pausedFrom' | 'pausedUntil'>, day: Day) {
  return pausedFrom !== null && day >= pausedFrom && (pausedUntil === null || day <= pausedUntil);
}

/** Returns the first day on or after `day` that the rule names; null if there is none. */
export function nextDateOf(rule: Rule, day: Day): Day | null {
  let next = Math.max(day, rule.startsOn);
  const last = Math.min(rule.endsOn ?? LAST_DAY, LAST_DAY);
  while (next <= last) {
    if (isPaused(rule, next)) {
      if (rule.pausedUntil === null) return null;
      next = rule.pausedUntil + 1;
    } else if (isDateOf(rule, next)) {
      return next;
    } else {
      next += 1;
    }
  }
  return null;
}

/** Returns the range of closed days that can affect the dates of a window. */
export function closedRangeOf(from: Day, to: Day): [from: Day, to: Day] {
  return [from - REACH_DAYS - MAX_SHIFT_DAYS, to + MAX_SHIFT_DAYS];
}

/** Returns the range of stored dates that can affect the dates of a window. */
export function storedRangeOf(from: Day, to: Day): [from: Day, to: Day] {
  return [from - REACH_DAYS, to + REACH_DAYS];
}

/**
 * Returns the occurrences from `from` to `to`, in their order. Other dates matter only if they move to the
 * same days; `isClosed` and `stored` must cover the ranges of the functions above.
 */
export function planOccurrences(calendar: Calendar, from: Day, to: Day): Planned[] {
  return [...eachOccurrence(calendar, from, to)];
}

/** Yields the same occurrences one by one, for callers that need only the first ones. */
export function* eachOccurrence(calendar: Calendar, from: Day, to: Day): Generator<Planned, void> {
  const { rule, stored } = calendar;
  const created = new Map<Day, Day>();
  for (const [day, { status, reason, deliveryDay }] of stored) {
    // Where a day had passed, its goods may have gone out, and a person may record that yet.
    const isDelivery = status === 'created' || /* guard: missed-delivery */ reason === 'too_late';
    if (isDelivery && deliveryDay !== null) created.set(deliveryDay, day);
  }
  const taken = new Set<Day>();
  for (let day = from - REACH_DAYS; day <= to; day++) {
    const known = stored.get(day);
    if (!known && (day <= rule.settledUntil || !isDateOf(rule, day))) continue;
    if (known?.status === 'planned' && !isDateOf(rule, day)) continue;
    const isSettled = known !== undefined && known.status !== 'planned';
    const state = isSettled ? known : stateOfDate(calendar, day, { created, taken });
    // A date takes the day that it moves to, even if it failed there. Created deliveries are in `created`.
    if (!isSettled && state.deliveryDay !== null && state.deliveryDay !== day) taken.add(state.deliveryDay);
    if (day >= from) yield { day, ...state, isSettled };
  }
}

/** Days on which the order delivers. */
interface Deliveries {
  /** The dates of deliveries that are created, or can be recorded, by the day of delivery. */
  created: ReadonlyMap<Day, Day>;
  /** The days to which earlier dates moved. */
  taken: ReadonlySet<Day>;
}

const CLOSED: Stored = { status: 'skipped', reason: 'closed_day', deliveryDay: null };
const NO_OPEN_DAY: Stored = { status: 'failed', reason: 'closed_day', deliveryDay: null };

/** Returns the state of a date that is not settled. A standing order delivers at most once a day. */
function stateOfDate(calendar: Calendar, day: Day, { created, taken }: Deliveries): Stored {
  const { rule, today, isClosed } = calendar;
  const isTaken = (target: Day) =>
    /* guard: taken-day */ taken.has(target) || (created.get(target) ?? day) !== day;
  if (!isClosed(day)) {
    return isTaken(day) ? CLOSED : { status: 'planned', reason: null, deliveryDay: day };
  }
  if (rule.shift === 'skip') return CLOSED;
  const target = openDay(calendar, day);
  if (typeof target === 'object') return target;
  if (/* guard: own-date */ isRuleDay(calendar, target) || isTaken(target)) return CLOSED;
  return target > today
    ? { status: 'planned', reason: null, deliveryDay: target }
    : { status: 'failed', reason: 'too_late', deliveryDay: target };
}

/**
 * Returns the nearest open day in the direction of the rule, within the order and not in its pause; the state
 * of the date if there is none within reach.
 */
function openDay({ rule, isClosed }: Calendar, day: Day): Day | Stored {
  const step = rule.shift === 'previous' ? -1 : 1;
  let none = NO_OPEN_DAY;
  for (let distance = 1; distance <= MAX_SHIFT_DAYS; distance++) {
    const target = day + distance * step;
    if (isClosed(target)) continue;
    if (/* guard: day-within */ isWithinRule(rule, target)) return target;
    none = CLOSED;
  }
  return none;
}

function isRuleDay({ rule, stored }: Calendar, day: Day): boolean {
  return isDateOf(rule, day) && (stored.has(day) || /* guard: unsettled-date */ day > rule.settledUntil);
}
