import { SelectField } from '../kit/field.tsx';
import { FilterBar, FilterInput, type Filters } from '../kit/filters.tsx';
import { SavedViews } from '../kit/saved-views.tsx';
import { SearchInput } from '../kit/search-input.tsx';
import { SortField } from '../kit/sort-field.tsx';

/** The filters of a list of products. */
export type ProductFilters = Filters<'words' | 'category' | 'show'>;

/** Returns the value of the `archived` filter; by default, products in use are listed. */
export function archivedOf({ values }: ProductFilters): boolean | undefined {
  if (values.show === 'all') return undefined;
  return values.show === 'archived';
}

/** Filters and sorts the list of products. */
export function ProductFilterBar({ filters }: { filters: ProductFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters} presets={<SavedViews path="/products" />}>
      <SearchInput filters={filters} placeholder="Name or number" />
      <FilterInput
        name="category"
        label="Category"
        placeholder="Any"
        value={values.category}
        onChange={(category) => set('category', category)}
      />
      <SelectField
        name="show"
        label="Show"
        value={values.show ?? ''}
        onChange={(event) => set('show', event.target.value)}
      >
        <option value="">In use</option>
        <option value="archived">Archived</option>
        <option value="all">All</option>
      </SelectField>
      <SortField />
    </FilterBar>
  );
}
