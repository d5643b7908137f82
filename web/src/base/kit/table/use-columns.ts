import { useStored } from '../layout/use-stored.ts';

/** The columns of a list that can be hidden, and those that are. */
export interface Columns {
  names: readonly string[];
  hidden: readonly string[];
  hide: (names: readonly string[]) => void;
}

/**
 * Returns the choice of columns of a list, which this browser keeps.
 *
 * @param names the columns that can be hidden
 * @param byDefault those that are hidden at first
 */
export function useColumns(
  list: string,
  names: readonly string[],
  byDefault: readonly string[] = [],
): Columns {
  const [hidden, hide] = useStored(`columns:${list}`, byDefault, isNames);
  return { names, hidden, hide };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
