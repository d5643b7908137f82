import type { FILTERS } from '../../generated/rules.ts';
import type { Changes } from '../../base/graphql/use-changes.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import type { Filters } from '../../base/kit/table/filters.tsx';
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

const WORDS = {
  status: (name: string) => {
    const status = statusOf(name);
    return status ? labelOf(status) : name;
  },
  includeReplaced: () => 'All',
  late: () => '',
  inTour: (is: string) => (is === 'true' ? 'In a tour' : 'In no tour'),
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
      <SupermarketChoice
        none="All supermarkets"
        value={values.supermarketId ?? ''}
        onChange={(id) => set('supermarketId', id)}
      />
      <DateRangeFilter filters={filters} />
      <SelectField
        name="receiptState"
        label="Receipt"
        value={values.receiptState ?? ''}
        onChange={(event) => set('receiptState', event.target.value)}
      >
        <option value="">Any</option>
        {RECEIPT_STATES.map((state) => (
          <option key={state} value={state}>
            {receiptStateInWords(state)}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="inTour"
        label="Tour"
        value={values.inTour ?? ''}
        onChange={(event) => set('inTour', event.target.value)}
      >
        <option value="">Any</option>
        <option value="true">In a tour</option>
        <option value="false">In no tour</option>
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
    </ListBar>
  );
}
