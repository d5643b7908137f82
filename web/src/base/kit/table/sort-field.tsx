import { SelectField } from '../form/field.tsx';
import { NAMED_ORDERS, useOrder } from './use-order.ts';

const LABELS = [
  ['-created', 'Newest first'],
  ['created', 'Oldest first'],
  ['name', 'Name'],
  ['-name', 'Name, Z to A'],
] as const;

/**
 * Selects the order of a list of named records, also where a phone has no room for the header of a column.
 */
export function SortField() {
  const { sorting } = useOrder(NAMED_ORDERS, '-created');
  return (
    <SelectField
      name="sort"
      label="Sort by"
      value={sorting.value}
      onChange={(event) => sorting.set(event.target.value)}
    >
      {LABELS.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
