import type { PerformanceRatesFragment } from '../../generated/operations.ts';
import { percentage, wholeNumber } from '../../base/kit/words/format.ts';

/** The number of deliveries below which a percentage would say more than is known. */
const MIN_FOR_PERCENTAGES = 20;

/** Returns whether there are enough deliveries for percentages. */
export function isEnough({ deliveries }: { deliveries: number }): boolean {
  return deliveries >= MIN_FOR_PERCENTAGES;
}

/** Formats a part of deliveries or units: a percentage, or a count where there are few deliveries. */
function shareOf(deliveries: number, part: number, whole: number): string {
  if (whole === 0) return '–';
  if (!isEnough({ deliveries })) return `${wholeNumber(part)} of ${wholeNumber(whole)}`;
  return percentage(part / whole);
}

/** Returns the figures in words. */
export function sharesOf(figures: PerformanceRatesFragment) {
  const { deliveries, onTimeCount, inFullCount, otifCount, orderedQuantity, missingQuantity } = figures;
  return {
    onTime: shareOf(deliveries, onTimeCount, deliveries),
    inFull: shareOf(deliveries, inFullCount, deliveries),
    otif: shareOf(deliveries, otifCount, deliveries),
    fillRate: shareOf(deliveries, orderedQuantity - missingQuantity, orderedQuantity),
  };
}

/** Compares a rate with its target in percent. */
export function besideTarget(rate: number | null, target: number): string {
  const text = `Target ${percentage(target / 100)}`;
  if (rate === null) return text;
  return rate * 100 >= target ? `${text}, met` : `${text}, missed`;
}
