import type { FILTERS } from '../../generated/rules.ts';
import type { Changes } from '../../base/graphql/use-changes.ts';
import { type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { RECEIPT_STATES, receiptStateInWords } from '../receipt/receipt-state.ts';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import { DatePresets, PRESET_FILTERS, useDatePresets } from './date-presets.tsx';
import { labelOf, STATUSES, statusOf } from './status.tsx';

/** The filters of a list of deliveries. */
export type DeliveryFilters = Filters<(typeof FILTERS.deliveries)[number]>;

const IN_TOUR: Record<string, string> = { true: 'In a tour', false: 'In no tour' };
const WORDS = {
  status: (name: string) => {
    const status = statusOf(name);
    return status ? labelOf(status) : name;
  },
  includeReplaced: () => 'All',
  late: () => '',
  inTour: (is: string) => IN_TOUR[is] ?? is,
  receiptState: receiptStateInWords,
};

interface DeliveryFilterBarProps {
  filters: DeliveryFilters;
  columns: Columns;
  changes: Changes;
}

/** Filters a list of deliveries. */
export function DeliveryFilterBar({ filters, columns, changes }: DeliveryFilterBarProps) {
  const { values, set } = filters;
  const presets = useDatePresets(filters);
  return (
    <ListBar
      filters={filters}
      search={<SearchInput filters={filters} placeholder="Number, branch, product…" />}
      words={WORDS}
      dates="Delivery date"
      presets={<DatePresets filters={filters} presets={presets} />}
      shown={presets.some(({ isOn }) => isOn) ? PRESET_FILTERS : []}
      path="/deliveries"
      columns={columns}
      changes={changes}
    >
      <FilterSelect
        filters={filters}
        name="status"
        label="Status"
        options={STATUSES.map((status) => [status, labelOf(status)])}
      />
      <SupermarketChoice
        none="All supermarkets"
        value={values.supermarketId ?? ''}
        onChange={(id) => set('supermarketId', id)}
      />
      <DateRangeFilter filters={filters} />
      <FilterSelect
        filters={filters}
        name="receiptState"
        label="Receipt"
        options={RECEIPT_STATES.map((state) => [state, receiptStateInWords(state)])}
      />
      <FilterSelect filters={filters} name="inTour" label="Tour" options={Object.entries(IN_TOUR)} />
      <FilterSelect
        filters={filters}
        name="includeReplaced"
        label="Versions"
        options={[['true', 'All']]}
        none="Current"
      />
    </ListBar>
  );
}
