import { type Day, dateOf } from './days.ts';

/**
 * Returns the moment of a local time. One that does not exist means the first moment after the gap, one that
 * exists twice the first of the two.
 */
export function momentOf(day: Day, time: string, timeZone: string): Date {
  const local = Temporal.PlainDateTime.from(`${dateOf(day)}T${time}`);
  const moment = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (moment.toPlainDateTime().equals(local)) return new Date(moment.epochMilliseconds);
  return new Date(moment.getTimeZoneTransition('next')!.epochMilliseconds);
}
