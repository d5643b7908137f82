import { type Day, dateOf } from './days.ts';

/**
 * Returns the moment of a local time. For a time within a gap, returns the first moment after it, for an
 * ambiguous one the first of both.
 */
export function momentOf(day: Day, time: string, timeZone: string): Date {
  const local = Temporal.PlainDateTime.from(`${dateOf(day)}T${time}`);
  const moment = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (moment.toPlainDateTime().equals(local)) return new Date(moment.epochMilliseconds);
  return new Date(moment.getTimeZoneTransition('next')!.epochMilliseconds);
}
