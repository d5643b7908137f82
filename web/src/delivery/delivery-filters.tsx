import type { FILTERS } from '../generated/rules.ts';
import { DateRangeFilter, FilterBar, type Filters } from '../kit/filters.tsx';
import { SelectField } from '../kit/field.tsx';
import { SavedViews } from '../kit/saved-views.tsx';
import { SearchInput } from '../kit/search-input.tsx';
import { OtherFilters } from '../list/other-filters.tsx';
import { SupermarketChoice } from '../supermarket/supermarket-choice.tsx';
import { DatePresets } from './date-presets.tsx';
import { labelOf, STATUSES } from './status.tsx';

/** The filters of a list of deliveries. */
export type DeliveryFilters = Filters<(typeof FILTERS.deliveries)[number]>;

/** Filters a list of deliveries. */
export function DeliveryFilterBar({ filters }: { filters: DeliveryFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar
      filters={filters}
      presets={
        <>
          <DatePresets filters={filters} />
          <SavedViews path="/deliveries" />
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
      <SelectField
        name="status"
        label="Status"
        value={values.status ?? ''}
        onChange={(event) => set('status', event.target.value)}
      >
        <option value="">Any</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {labelOf(status)}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="includeReplaced"
        label="Versions"
        value={values.includeReplaced ?? ''}
        onChange={(event) => set('includeReplaced', event.target.value)}
      >
        <option value="">Current</option>
        <option value="true">All</option>
      </SelectField>
      <DateRangeFilter filters={filters} />
    </FilterBar>
  );
}
