import { useSearchParams } from 'wouter';
import { FILTERS } from '../../generated/rules.ts';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { filterOf } from './filter-of.ts';
import type { ToPrint } from './use-notes.ts';

/** The maximum number of parts, more than anybody prints; finding a part reads the ids of those before it. */
const MAX_PARTS = 50;

/**
 * Returns the deliveries that the address names, those of the tours of a day, or those that match its
 * filters, and which part of them is printed.
 */
export function useToPrint(): ToPrint {
  const [search] = useSearchParams();
  const { values } = useFilters(...FILTERS.deliveries);
  const asked = Number(search.get('part') ?? 1);
  const part = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, MAX_PARTS) : 1;
  const named = search.get('ids')?.split(',');
  if (named) return { nodeIds: named, part };
  const dayOfTours = search.get('tours');
  if (dayOfTours !== null) return { dayOfTours, part };
  return { filter: filterOf(values), part };
}
