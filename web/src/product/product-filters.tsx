import { FilterBar, FilterInput, type Filters } from '../kit/filters.tsx';
import { SortField } from '../kit/sort-field.tsx';

/** What a list of products can be filtered by. */
export type ProductFilters = Filters<'search' | 'category'>;

/** Filters and sorts the list of products. */
export function ProductFilterBar({ filters }: { filters: ProductFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <FilterInput
        name="search"
        label="Search"
        type="search"
        placeholder="Product name"
        value={values.search}
        onChange={(text) => set('search', text)}
      />
      <FilterInput
        name="category"
        label="Category"
        placeholder="Any"
        value={values.category}
        onChange={(category) => set('category', category)}
      />
      <SortField />
    </FilterBar>
  );
}
