import { timeAt } from '../../base/kit/words/days.ts';

/**
 * Returns whether a delivery of yesterday can still arrive: its window, `HH:MM-HH:MM`, ends today, and not
 * before now.
 */
export function isOpenFromYesterday(deliveryWindow: string | null, timeZone: string): boolean {
  const [from = '', to = ''] = deliveryWindow?.split('-') ?? [];
  return to < from && to >= timeAt(timeZone);
}
