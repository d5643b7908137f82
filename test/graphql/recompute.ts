import {
  BRANCHES,
  type CameBack,
  CATEGORIES,
  PRODUCTS,
  type Sent,
  SUPERMARKETS,
  supermarketOf,
  type Trading,
} from '../support/records/trading.ts';
import { DAY_MS } from '../../src/durations.ts';

/** Computes figures as GraphQL returns them, in whole cents and pieces. */

const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;

export interface Asked {
  dateFrom: string;
  dateTo: string;
  timeZone: string;
}

/** A format takes far longer to create than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local day in a time zone at an instant. */
export function dayIn(timeZone: string, instant: Date): string {
  const format = formats.getOrInsertComputed(
    timeZone,
    () => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
  );
  return format.format(instant);
}

/** Returns the first days of the periods of a range. */
export function periodsOf({ dateFrom, dateTo }: Asked, interval: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(dateFrom); at <= Date.parse(dateTo); at += DAY_MS) {
    days.push(periodOf(new Date(at).toISOString().slice(0, 10), interval));
  }
  return [...new Set(days)];
}

export function periodOf(day: string, interval: string): string {
  if (interval === 'DAY') return day;
  if (interval === 'MONTH') return `${day.slice(0, 8)}01`;
  const date = new Date(day);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the part of a trading in a range, and the period of each record. */
export function inRange({ deliveries, returns }: Trading, { dateFrom, dateTo, timeZone }: Asked) {
  const isIn = ({ createdAt }: { createdAt: Date }) => {
    const day = dayIn(timeZone, createdAt);
    return dateFrom <= day && day <= dateTo;
  };
  return {
    deliveries: deliveries.filter(isIn),
    returns: returns.filter(isIn).map((each) => ({ ...each, of: deliveries[each.delivery]! })),
  };
}

export type Returned = CameBack & { of: Sent };

/** A line of a delivery, with the properties of the delivery. */
interface SentLine extends Omit<Sent, 'lines'> {
  delivery: Sent;
  product: number;
  quantity: number;
  cents: number;
}

export function linesOf(deliveries: Sent[]): SentLine[] {
  return deliveries.flatMap((delivery) => delivery.lines.map((line) => ({ ...delivery, ...line, delivery })));
}

export function deliveryFigures(lines: SentLine[]) {
  const of = (...statuses: string[]) => sums(lines.filter(({ status }) => statuses.includes(status)));
  const byStatus = STATUSES.map((status) => ({ status: status.toUpperCase(), ...of(status) }));
  return { ...of('pending', 'in_transit', 'completed'), byStatus };
}

function sums(lines: SentLine[]) {
  return {
    count: new Set(lines.map(({ delivery }) => delivery)).size,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    value: amountOf(lines),
  };
}

function amountOf(lines: { quantity: number; cents: number }[]): number {
  const cents = lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.cents), 0n);
  return Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
}

export function returnFigures(returns: Returned[], delivered: SentLine[]) {
  const quantity = returns.reduce((sum, each) => sum + each.quantity, 0);
  const credited = returns.map(({ of, line, quantity }) => ({ quantity, cents: of.lines[line]!.cents }));
  return {
    count: returns.length,
    quantity,
    creditAmount: amountOf(credited),
    rate: rateOf(quantity, delivered),
  };
}

function rateOf(returned: number, lines: SentLine[]): number | null {
  const sent = lines.filter(({ status }) => status === 'in_transit' || status === 'completed');
  const delivered = BigInt(sent.reduce((sum, { quantity }) => sum + quantity, 0));
  if (delivered === 0n) return null;
  return Number((BigInt(returned) * 2_000_000n + delivered) / (delivered * 2n)) / 1e6;
}

/** The key that a line is ranked under, in the order that breaks ties. */
export const KEYS: Record<string, (line: { branch: number; product: number }) => number> = {
  SUPERMARKET: ({ branch }) => supermarketOf(branch),
  BRANCH: ({ branch }) => branch,
  PRODUCT: ({ product }) => product,
  CATEGORY: ({ product }) => ['bakery', 'dairy'].indexOf(CATEGORIES[product]!),
};

export const NAMES: Record<string, string[]> = {
  SUPERMARKET: SUPERMARKETS,
  BRANCH: BRANCHES,
  PRODUCT: PRODUCTS,
  CATEGORY: ['bakery', 'dairy'],
  REASON: ['damaged', 'expired', 'quality'],
};

/** Returns the top of a ranking, by a measure and then by key. */
export function firstOf<Figures extends object>(
  ranks: { key: number; figures: Figures }[],
  measure: string,
  first: number,
) {
  const of = (figures: Figures) => figures[measure as keyof Figures] as number;
  return ranks.toSorted((a, b) => of(b.figures) - of(a.figures) || a.key - b.key).slice(0, first);
}
