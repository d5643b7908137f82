import type { Interval } from '../generated/operations.ts';
import { day, month, shortDay } from '../kit/format.ts';

const ROWS: Record<Interval, string> = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month' };

interface Period {
  /** Its first day. */
  date: string;
}

/** What a chart has to know of the periods on its axis. */
export function axisOf(interval: Interval) {
  return {
    rowsAre: ROWS[interval],
    labelOf: ({ date }: Period) =>
      interval === 'MONTH' ? month(date) : interval === 'WEEK' ? `Week of ${day(date)}` : day(date),
    tickOf: ({ date }: Period) => (interval === 'MONTH' ? month(date, 'short') : shortDay(date)),
  };
}
