import { z } from 'zod';
import { DAY_MS } from '../../../durations.ts';
import { finding } from '../../core/noun/issues.ts';
import { calendarDate, DATES_OUT_OF_ORDER, figure, isInOrder } from '../../core/noun/rules.ts';
import { MAX_STATEMENT_DAYS } from '../limits.ts';

const TOO_LONG = `gives more than ${figure(MAX_STATEMENT_DAYS)} days: shorten the range`;

/** The days of movements, both included; either can be left out. */
export const CONTAINER_RANGE = z
  .object({ from: calendarDate.nullish(), to: calendarDate.nullish() })
  .refine(({ from, to }) => isInOrder(from, to), { ...DATES_OUT_OF_ORDER, path: ['to'] })
  .refine(({ from, to }) => !isTooLong(from, to), {
    ...finding('range_too_long', TOO_LONG, { max: MAX_STATEMENT_DAYS }),
    path: ['to'],
  });

function isTooLong(from: string | null | undefined, to: string | null | undefined): boolean {
  return from != null && to != null && 1 + (Date.parse(to) - Date.parse(from)) / DAY_MS > MAX_STATEMENT_DAYS;
}
