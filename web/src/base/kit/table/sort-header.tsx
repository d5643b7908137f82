import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import styles from './sort-header.module.css';

/** The order of a list. */
export interface Sorting {
  value: string;
  set: (value: string) => void;
}

interface SortHeaderProps {
  name: string;
  /** The two orders, the one of the first press first. */
  orders: readonly [string, string];
  sorting: Sorting;
  className: string;
}

/** A column header that sorts the list. */
export function SortHeader({ name, orders: [first, second], sorting, className }: SortHeaderProps) {
  const { value, set } = sorting;
  const isDescending = value.startsWith('-');
  const isActive = value === first || value === second;
  const Icon = isActive ? (isDescending ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => set(value === first ? second : first)}>
        {name} <Icon size={14} aria-hidden className={isActive ? undefined : styles.idle} />
      </button>
    </th>
  );
}
