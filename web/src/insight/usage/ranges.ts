import type { UsagePageQuery, UsagePageQueryVariables } from '../../generated/operations.ts';
import { clock, dateTime, day, shortDay } from '../../base/kit/words/format.ts';
import { DAY_MS, HOUR_MS } from '../../base/kit/words/durations.ts';

/** The requests of one key in an hour or a day. */
export type Count = UsagePageQuery['account']['requestCounts'][number];

/** A range of time up to now, and the periods it is divided into. */
export interface Range {
  variables: UsagePageQueryVariables;
  label: string;
  rowsAre: string;
  periodMs: number;
  periods: number;
  nameOf: (from: string) => string;
  tickOf: (from: string) => string;
}

/** The ranges to choose from, by their names in the address. */
export const RANGES = {
  '24h': {
    // The last 24 hours include a part of yesterday.
    variables: { days: 2, interval: 'HOUR' },
    label: '24 hours',
    rowsAre: 'Hour',
    periodMs: HOUR_MS,
    periods: 24,
    nameOf: dateTime,
    tickOf: clock,
  },
  '7d': days(7),
  '30d': days(30),
} satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;

function days(periods: number): Range {
  return {
    variables: { days: periods, interval: 'DAY' },
    label: `${periods} days`,
    rowsAre: 'Day (UTC)',
    periodMs: DAY_MS,
    periods,
    nameOf: day,
    tickOf: shortDay,
  };
}

/** An hour or a day, with its counts. */
export interface Period {
  from: string;
  counts: readonly Count[];
}

/** Returns the periods of a range, oldest first, with their counts. */
export function periodsOf(
  { periodMs, periods }: Range,
  counts: readonly Count[],
  now = Date.now(),
): Period[] {
  const last = now - (now % periodMs);
  return Array.from({ length: periods }, (_, index) => {
    const from = new Date(last - (periods - 1 - index) * periodMs).toISOString();
    return { from, counts: counts.filter((count) => Date.parse(count.from) === Date.parse(from)) };
  });
}
