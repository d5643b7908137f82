import { useId } from 'react';
import type { FILTERS } from '../generated/rules.ts';
import { DateRangeFilter, FilterBar, FilterInput, type Filters } from '../kit/filters.tsx';
import { SavedViews } from '../kit/saved-views.tsx';
import { SearchInput } from '../kit/search-input.tsx';
import { OtherFilters } from '../list/other-filters.tsx';
import { SupermarketChoice } from '../supermarket/supermarket-choice.tsx';
import { reasonInWords, reasonOf } from './reason-in-words.ts';
import { ReasonSuggestions, useSuggestedReasons } from './reason-suggestions.tsx';

/** The filters of a list of returns. */
export type ReturnFilters = Filters<(typeof FILTERS.returns)[number]>;

/** Filters the list of returns. */
export function ReturnFilterBar({ filters }: { filters: ReturnFilters }) {
  const { values, set } = filters;
  const reasons = useId();
  const suggested = useSuggestedReasons();
  return (
    <FilterBar
      filters={filters}
      presets={
        <>
          <SavedViews path="/returns" />
          <OtherFilters filters={filters} />
        </>
      }
    >
      <SearchInput filters={filters} placeholder="Number, branch, product…" />
      <SupermarketChoice
        none="All supermarkets"
        value={values.supermarketId ?? ''}
        onChange={(id) => set('supermarketId', id)}
      />
      <FilterInput
        name="deliveryId"
        label="Delivery"
        inputMode="numeric"
        placeholder="Delivery number"
        value={values.deliveryId}
        onChange={(id) => set('deliveryId', id.replace(/^#/, ''))}
      />
      <FilterInput
        name="reason"
        label="Reason"
        list={reasons}
        placeholder="Any"
        value={values.reason && reasonInWords(values.reason)}
        onChange={(reason) => set('reason', reasonOf(reason, suggested))}
      />
      <DateRangeFilter filters={filters} />
      <ReasonSuggestions id={reasons} />
    </FilterBar>
  );
}
