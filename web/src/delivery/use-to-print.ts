import { useSearchParams } from 'wouter';
import { FILTERS } from '../generated/rules.ts';
import { useFilters } from '../kit/filters.tsx';
import { filterOf } from './filter-of.ts';
import { MAX_NOTES, type ToPrint } from './use-notes.ts';

/** Returns the deliveries that the address names, or those that match its filters. */
export function useToPrint(): ToPrint {
  const [search] = useSearchParams();
  const { values } = useFilters(...FILTERS.deliveries);
  const named = search.get('ids')?.split(',').slice(0, MAX_NOTES);
  if (named) return { nodeIds: named };
  return { filter: filterOf(values) };
}
