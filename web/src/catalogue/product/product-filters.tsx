import type { Changes } from '../../base/graphql/use-changes.ts';
import { FilterInput, type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import { SortField } from '../../base/kit/table/sort-field.tsx';
import type { Columns } from '../../base/kit/table/use-columns.ts';
import { ListBar } from '../../base/list/list-bar.tsx';

/** The filters of a list of products. */
export type ProductFilters = Filters<'words' | 'category' | 'show'>;

/** Returns the value of the `archived` filter; by default, products in use are listed. */
export function archivedOf({ values }: ProductFilters): boolean | undefined {
  if (values.show === 'all') return undefined;
  return values.show === 'archived';
}

const WORDS = { show: (name: string) => (name === 'all' ? 'All' : 'Archived') };

interface ProductFilterBarProps {
  filters: ProductFilters;
  columns: Columns;
  changes: Changes;
}

/** Filters and sorts the list of products. */
export function ProductFilterBar({ filters, columns, changes }: ProductFilterBarProps) {
  const { values, set } = filters;
  return (
    <ListBar
      filters={filters}
      search={<SearchInput filters={filters} placeholder="Name or number" />}
      words={WORDS}
      path="/products"
      columns={columns}
      changes={changes}
    >
      <FilterInput
        name="category"
        label="Category"
        placeholder="Any"
        value={values.category}
        onChange={(category) => set('category', category)}
      />
      <FilterSelect
        filters={filters}
        name="show"
        label="Show"
        options={[
          ['archived', 'Archived'],
          ['all', 'All'],
        ]}
        none="In use"
      />
      <SortField />
    </ListBar>
  );
}
