import {
  BRANCHES,
  CATEGORIES,
  PRODUCTS,
  SUPERMARKETS,
  supermarketOf,
} from '../../support/records/trading.ts';
import { dayIn } from '../recompute.ts';
import { PROMISES, SHELF_LIVES } from './dated-lots.ts';
import { GRAMS, type Performed, WINDOWS } from './performing.ts';

/** Computes performance as GraphQL returns it, apart from the minutes of late deliveries. */

const SUPPLIER = new Set(['missing', 'damaged', 'quality', 'wrong item', 'too_warm', 'short_dated']);
const RETAILER = new Set(['overstock', 'unsold']);
const WASTED = new Set(['expired', 'damaged', 'overstock', 'recalled']);
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Rules {
  timeZone: string;
  graceMinutes?: number;
  timelyRecordedOnly?: boolean;
}

/** Returns the minutes after the end of the window, negative when early. */
function lateMinutes({ branch, due, completedAt, receivedAt }: Performed, timeZone: string): number {
  const window = WINDOWS[branch];
  const day = Temporal.PlainDate.from(due);
  const [from = '', to = ''] = window?.split('-') ?? [];
  const end = window
    ? day.add({ days: to < from ? 1 : 0 }).toZonedDateTime({ timeZone, plainTime: to }).epochMilliseconds
    : day.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds - 1;
  return ((receivedAt ?? completedAt!).getTime() - end) / 60_000;
}

/** A completed delivery, or the part of it that is of some products. */
export interface Measured {
  of: Performed;
  late: number;
  ordered: number;
  missing: number;
}

/** Returns the deliveries with some of these products, with what is ordered and missing of them. */
export function measure(
  deliveries: Performed[],
  { timeZone, timelyRecordedOnly }: Rules,
  isIn: (product: number) => boolean,
): Measured[] {
  return deliveries.flatMap((delivery) => {
    if (!delivery.completedAt) return [];
    const late = lateMinutes(delivery, timeZone);
    if (timelyRecordedOnly && late > 720) return [];
    const completedOn = dayIn(timeZone, delivery.completedAt);
    const [ordered, kept] = [new Map<number, number>(), new Map<number, number>()];
    for (const { product, quantity } of [...(delivery.first ?? []), ...delivery.lines]) {
      if (isIn(product)) ordered.set(product, Math.max(ordered.get(product) ?? 0, quantity));
    }
    for (const { product, quantity } of delivery.lines) if (isIn(product)) kept.set(product, quantity);
    for (const { product, quantity, reason, date } of delivery.returns) {
      const isRefused = date <= completedOn && SUPPLIER.has(reason.toLowerCase());
      if (isIn(product) && isRefused) kept.set(product, kept.get(product)! - quantity);
    }
    if (ordered.size === 0) return [];
    const [all, left] = [sum([...ordered.values()]), sum([...kept.values()])];
    return [{ of: delivery, late, ordered: all, missing: all - left }];
  });
}

export function figuresOf(measured: Measured[], { graceMinutes = 0 }: Pick<Rules, 'graceMinutes'>) {
  const onTime = measured.filter(({ late }) => late <= graceMinutes);
  const inFull = measured.filter(({ missing }) => missing === 0);
  const both = inFull.filter((each) => onTime.includes(each));
  const ordered = sum(measured.map((each) => each.ordered));
  const missing = sum(measured.map((each) => each.missing));
  return {
    deliveries: measured.length,
    onTimeCount: onTime.length,
    inFullCount: inFull.length,
    otifCount: both.length,
    orderedQuantity: ordered,
    missingQuantity: missing,
    onTimeRate: share(onTime.length, measured.length),
    inFullRate: share(inFull.length, measured.length),
    otifRate: share(both.length, measured.length),
    fillRate: share(ordered - missing, ordered),
    notTimelyRecorded: measured.filter(({ late }) => late > 720).length,
  };
}

/** Returns the percentile of the minutes of late deliveries, interpolated. */
export function minutesOf(measured: Measured[], part: number, graceMinutes = 0): number | null {
  const late = measured.map((each) => each.late).filter((minutes) => minutes > graceMinutes);
  if (late.length === 0) return null;
  const sorted = late.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (high - low) * (at - Math.floor(at));
}

/** How the ranks of each ranking are named, in the order that breaks ties, and what belongs to each. */
export const RANKS: Record<
  string,
  { names: string[]; of?: (each: Performed) => number; product?: (at: number) => number }
> = {
  SUPERMARKET: { names: SUPERMARKETS, of: ({ branch }) => supermarketOf(branch) },
  BRANCH: { names: BRANCHES, of: ({ branch }) => branch },
  WEEKDAY: { names: WEEKDAYS, of: ({ due }) => Temporal.PlainDate.from(due).dayOfWeek - 1 },
  PRODUCT: { names: PRODUCTS, product: (product) => product },
  CATEGORY: {
    names: ['bakery', 'dairy'],
    product: (product) => ['bakery', 'dairy'].indexOf(CATEGORIES[product]!),
  },
};

export function faultsOf(deliveries: Performed[], isIn: (product: number) => boolean) {
  const returns = deliveries.flatMap((each) => each.returns).filter(({ product }) => isIn(product));
  return ['SUPPLIER', 'RETAILER', 'NEUTRAL'].map((fault) => {
    const own = returns.filter((each) => faultOf(each) === fault);
    return {
      fault,
      quantity: sum(own.map((each) => each.quantity)),
      credit: sum(own.map((each) => each.cents)) / 100,
    };
  });
}

function faultOf({ reason }: { reason: string }): string {
  if (SUPPLIER.has(reason.toLowerCase())) return 'SUPPLIER';
  return RETAILER.has(reason) ? 'RETAILER' : 'NEUTRAL';
}

export function wasteOf(deliveries: Performed[], isIn: (product: number) => boolean) {
  const gramsOf = (each: { product: number; quantity: number }) =>
    isIn(each.product) ? each.quantity * GRAMS[each.product]! : 0;
  const wasted = deliveries.flatMap((each) => each.returns).filter(({ reason }) => WASTED.has(reason));
  const grams = sum(wasted.map(gramsOf));
  return {
    kilograms: grams / 1_000,
    rate: share(grams, sum(deliveries.flatMap((each) => each.lines).map(gramsOf))),
  };
}

export function shelfLifeOf(deliveries: Performed[], isIn: (product: number) => boolean) {
  const lines = deliveries.flatMap(({ branch, lines }) =>
    lines.flatMap(({ product, left }) => {
      const days = left.filter((each) => each !== null);
      const promised = promisedDays(supermarketOf(branch), product);
      return isIn(product) && days.length > 0 && promised !== null ? [Math.min(...days) >= promised] : [];
    }),
  );
  const enough = lines.filter(Boolean).length;
  return { lines: lines.length, enoughCount: enough, enoughRate: share(enough, lines.length) };
}

function promisedDays(supermarket: number, product: number): number | null {
  const { days, percent } = PROMISES[supermarket]!;
  const life = SHELF_LIVES[product] ?? null;
  const ofLife = percent === null || life === null ? null : Math.ceil((percent * life) / 100);
  const all = [days, ofLife].filter((each) => each !== null);
  return all.length > 0 ? Math.max(...all) : null;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6;
}

function sum(all: number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
