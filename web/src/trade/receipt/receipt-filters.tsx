import { SelectField } from '../../base/kit/form/field.tsx';
import type { Filters } from '../../base/kit/table/filters.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import { RECEIPT_STATES, receiptStateInWords } from './receipt-state.ts';

/** The filters of the list of receipts. */
export const RECEIPT_FILTERS = ['receiptState', 'words', 'supermarketId', 'dateFrom', 'dateTo'] as const;

interface ReceiptFilterBarProps {
  filters: Filters<(typeof RECEIPT_FILTERS)[number]>;
  columns: Columns;
}

/** Filters the list of receipts; whose turn it is stays in view. */
export function ReceiptFilterBar({ filters, columns }: ReceiptFilterBarProps) {
  const { values, set } = filters;
  return (
    <ListBar
      filters={filters}
      search={<SearchInput filters={filters} placeholder="Number, branch, product…" />}
      presets={
        <SelectField
          name="receiptState"
          label="State"
          isLabelHidden
          value={values.receiptState ?? ''}
          onChange={({ target }) => set('receiptState', target.value)}
        >
          <option value="">Waiting</option>
          {RECEIPT_STATES.map((each) => (
            <option key={each} value={each}>
              {receiptStateInWords(each)}
            </option>
          ))}
        </SelectField>
      }
      shown={['receiptState']}
      dates="Delivery date"
      path="/receipts"
      columns={columns}
    >
      <SupermarketChoice
        none="All supermarkets"
        value={values.supermarketId ?? ''}
        onChange={(id) => set('supermarketId', id)}
      />
      <DateRangeFilter filters={filters} />
    </ListBar>
  );
}
