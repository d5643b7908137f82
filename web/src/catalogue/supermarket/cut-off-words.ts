import { plural } from '../../base/kit/words/plural.ts';

/** Returns a cut-off in words, such as "10:00, 2 days before". */
export function cutOffInWords({ daysBefore, time }: { daysBefore: number; time: string }): string {
  return daysBefore === 0 ? `${time} on the day` : `${time}, ${plural(daysBefore, 'day')} before`;
}
