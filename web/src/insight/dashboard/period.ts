import type { Interval } from '../../generated/operations.ts';
import { day, month, shortDay } from '../../base/kit/words/format.ts';

const ROWS: Record<Interval, string> = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' };

interface Period {
  /** The first day of the period. */
  date: string;
}

/** Returns how a chart labels the periods on its axis. */
export function axisOf(interval: Interval) {
  return {
    rowsAre: ROWS[interval],
    labelOf: ({ date }: Period) =>
      interval === 'MONTH' ? month(date) : interval === 'WEEK' ? `Week of ${day(date)}` : day(date),
    cellOf: ({ date }: Period) => (interval === 'MONTH' ? month(date) : day(date)),
    tickOf: ({ date }: Period) => (interval === 'MONTH' ? month(date, 'short') : shortDay(date)),
  };
}
