import { SelectField } from './field.tsx';
import { useFilters } from './filters.tsx';

/** How the address wants a list of named records sorted. */
export function useSort(): 'NAME_ASC' | 'CREATED_DESC' {
  const { values } = useFilters('sort');
  return values.sort === 'name' ? 'NAME_ASC' : 'CREATED_DESC';
}

/** Chooses what {@link useSort} tells. */
export function SortField() {
  const { values, set } = useFilters('sort');
  return (
    <SelectField
      name="sort"
      label="Sort by"
      value={values.sort ?? ''}
      onChange={(event) => set('sort', event.target.value)}
    >
      <option value="">Newest first</option>
      <option value="name">Name</option>
    </SelectField>
  );
}
