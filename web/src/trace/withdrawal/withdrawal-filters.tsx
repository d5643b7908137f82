import type { WithdrawalFilter } from '../../generated/operations.ts';
import { type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { DateRangeFilter } from '../../base/list/date-range-filter.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import { type Kind, KINDS } from './withdrawal-kind.tsx';

/** The filters of the list of withdrawals. */
export const WITHDRAWAL_FILTERS = ['words', 'kind', 'state', 'dateFrom', 'dateTo'] as const;

/** The filters of a list of withdrawals. */
export type WithdrawalFilters = Filters<(typeof WITHDRAWAL_FILTERS)[number]>;

const KIND_LABELS = Object.entries(KINDS).map(([kind, [label]]) => [kind as Kind, label] as const);
const STATES = [
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

/** Returns the filter of GraphQL for the filters in the address. */
export function withdrawalFilterOf({ values }: WithdrawalFilters): WithdrawalFilter {
  const { kind, state, ...others } = values;
  return {
    ...others,
    kind: KIND_LABELS.find(([each]) => each === kind)?.[0],
    closed: STATES.some(([each]) => each === state) ? state === 'closed' : undefined,
  };
}

const WORDS = {
  kind: (name: string) => KIND_LABELS.find(([kind]) => kind === name)?.[1] ?? name,
  state: (name: string) => STATES.find(([state]) => state === name)?.[1] ?? name,
};

interface WithdrawalFilterBarProps {
  filters: WithdrawalFilters;
  columns: Columns;
}

/** Filters the list of withdrawals. */
export function WithdrawalFilterBar({ filters, columns }: WithdrawalFilterBarProps) {
  return (
    <ListBar
      filters={filters}
      search={<SearchInput filters={filters} placeholder="Number, product or lot" />}
      words={WORDS}
      dates="Started"
      path="/withdrawals"
      columns={columns}
    >
      <FilterSelect filters={filters} name="kind" label="Kind" options={KIND_LABELS} />
      <FilterSelect filters={filters} name="state" label="Status" options={STATES} />
      <DateRangeFilter filters={filters} />
    </ListBar>
  );
}
