import { SelectField } from './field.tsx';
import { useFilters } from './filters.tsx';

/** Returns the order of a list of named records, from the address. */
export function useSort(): 'NAME_ASC' | 'CREATED_DESC' {
  const { values } = useFilters('sort');
  return values.sort === 'name' ? 'NAME_ASC' : 'CREATED_DESC';
}

/** Selects the order that {@link useSort} returns. */
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
