import { type Context } from '../../core/context.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import { DAY_MS } from '../../../durations.ts';

export const RETURN_WARNINGS = ['before_dispatch', 'far_away'] as const;

/** The number of days from today beyond which a return date was probably mistyped. */
export const FAR_AWAY_DAYS = 366;

/** A warning about a return, which is recorded nevertheless. */
export interface ReturnWarning {
  kind: (typeof RETURN_WARNINGS)[number];
  message: string;
}

/** Returns warnings about the date of a return. Days are those of the account's time zone. */
export function returnWarningsOf(
  context: Context,
  returnDate: Date,
  inTransitAt: Date | null,
): ReturnWarning[] {
  const date = returnDate.toISOString().slice(0, 10);
  const warnings: ReturnWarning[] = [];
  const dispatched = inTransitAt && todayOf(context, inTransitAt);
  if (dispatched && date < dispatched) {
    warnings.push({
      kind: 'before_dispatch',
      message: `The return date ${date} is before ${dispatched}, the day on which the delivery was dispatched`,
    });
  }
  if (Math.abs(Date.parse(date) - Date.parse(todayOf(context))) > FAR_AWAY_DAYS * DAY_MS) {
    warnings.push({
      kind: 'far_away',
      message: `The return date ${date} is more than ${FAR_AWAY_DAYS} days from today`,
    });
  }
  return warnings;
}
