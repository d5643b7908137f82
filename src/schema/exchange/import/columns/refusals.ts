import type { Problem, Values } from '../../../../problems.ts';

/** Why a row cannot be imported. */
export interface RowRefusal {
  row: number;
  /** The name of the column in the file; null if no column is at fault. */
  column: string | null;
  /** The text of the cell. */
  value: string | null;
  message: string;
  problem?: Problem;
  values?: Values | null;
}

/**
 * How many refusals of a file are described. Each takes time and memory, so rows with later ones are only
 * counted.
 */
export const MAX_DESCRIBED = 1_000;

/** Stands for the refusals of a row or record that is only counted. */
const COUNTED: RowRefusal = { row: 0, column: null, value: null, message: '' };

/** Adds refusals to rows and records as long as they are described. */
export interface Describer {
  /** Adds the refusals that `make` returns, or one that stands for them. */
  add(to: RowRefusal[], make: () => RowRefusal[]): void;
  /** Whether further refusals are only counted. */
  isSpent(): boolean;
}

/** Returns a describer for one step of reading a file, which takes the rows in their order. */
export function createDescriber(): Describer {
  let left = MAX_DESCRIBED;
  return {
    isSpent: () => left <= 0,
    add(to, make) {
      if (left > 0) {
        const made = make();
        left -= made.length;
        to.push(...made);
      } else if (to.length === 0) to.push(COUNTED);
    },
  };
}

/** Returns the first refusals that are described, by row. */
export function firstRefusals(all: readonly (readonly RowRefusal[])[]): RowRefusal[] {
  return all
    .flatMap((refusals) => refusals.filter((each) => each !== COUNTED))
    .toSorted((one, other) => one.row - other.row)
    .slice(0, MAX_DESCRIBED);
}
