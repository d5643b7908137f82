import { useId } from 'react';
import type { FILTERS } from '../../generated/rules.ts';
import type { Changes } from '../../base/graphql/use-changes.ts';
import { FilterInput, type Filters } from '../../base/kit/table/filters.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import { reasonInWords, reasonOf } from './reason-in-words.ts';
import { ReasonSuggestions, useSuggestedReasons } from './reason-suggestions.tsx';

/** The filters of a list of returns. */
type ReturnFilters = Filters<(typeof FILTERS.returns)[number]>;

interface ReturnFilterBarProps {
  filters: ReturnFilters;
  columns: Columns;
  changes: Changes;
}

/** Filters the list of returns. */
export function ReturnFilterBar({ filters, columns, changes }: ReturnFilterBarProps) {
  const { values, set } = filters;
  const reasons = useId();
  const suggested = useSuggestedReasons();
  return (
    <ListBar
      filters={filters}
      search={<SearchInput filters={filters} placeholder="Number, branch, product…" />}
      words={{ reason: reasonInWords }}
      dates="Return date"
      path="/returns"
      columns={columns}
      changes={changes}
    >
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
    </ListBar>
  );
}
