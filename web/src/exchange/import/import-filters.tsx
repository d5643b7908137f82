import type { ImportFilter } from '../../generated/operations.ts';
import { MAX_TEXT } from '../../generated/rules.ts';
import { FilterInput, type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { STATUS_LABELS } from './import-status.tsx';
import { KINDS } from './words.ts';

/** The filters of the list of imports. In the address, `kind` is that of the file to send. */
export const IMPORT_FILTERS = ['fileName', 'records', 'status', 'dateFrom', 'dateTo'] as const;

/** The filters of a list of imports. */
export type ImportFilters = Filters<(typeof IMPORT_FILTERS)[number]>;

/** Returns the filter of GraphQL for the filters in the address. */
export function importFilterOf({ values }: ImportFilters): ImportFilter {
  const { fileName, records, status, ...days } = values;
  return {
    ...days,
    search: fileName,
    kind: KINDS.find(([kind]) => kind === records)?.[0],
    status: STATUS_LABELS.find(([each]) => each === status)?.[0],
  };
}

const WORDS = {
  records: (name: string) => KINDS.find(([kind]) => kind === name)?.[1] ?? name,
  status: (name: string) => STATUS_LABELS.find(([status]) => status === name)?.[1] ?? name,
};

interface ImportFilterBarProps {
  filters: ImportFilters;
  columns: Columns;
}

/** Filters the list of imports. */
export function ImportFilterBar({ filters, columns }: ImportFilterBarProps) {
  const { values, set } = filters;
  return (
    <ListBar
      filters={filters}
      search={
        <FilterInput
          name="fileName"
          label="Search"
          isLabelHidden
          type="search"
          placeholder="File name"
          maxLength={MAX_TEXT}
          value={values.fileName}
          onChange={(name) => set('fileName', name)}
        />
      }
      shown={['fileName']}
      words={WORDS}
      dates="Sent"
      path="/imports"
      columns={columns}
    >
      <FilterSelect filters={filters} name="records" label="Kind" options={KINDS} />
      <FilterSelect filters={filters} name="status" label="Status" options={STATUS_LABELS} />
      <DateRangeFilter filters={filters} />
    </ListBar>
  );
}
