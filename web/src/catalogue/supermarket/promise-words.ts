import { plural } from '../../base/kit/words/plural.ts';

/** The shelf life that a supermarket is promised. */
interface Promised {
  minRemainingDays: number | null;
  minRemainingPercent: number | null;
  refusesShortDated: boolean;
}

/**
 * Returns in words what is promised, such as "At least 5 days, or 60% of the product's"; undefined for no
 * promise.
 */
export function promiseInWords(promised: Promised): string | undefined {
  const { minRemainingDays: days, minRemainingPercent: percent, refusesShortDated } = promised;
  const parts = [
    days !== null && plural(days, 'day'),
    percent !== null && `${percent}% of that of the product`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  const which = parts.length > 1 ? ', whichever is longer' : '';
  return `At least ${parts.join(' or ')}${which}. Lots with less are ${refusesShortDated ? 'refused' : 'warned about'}.`;
}
