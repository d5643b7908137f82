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
 * The maximum number of described refusals per file. Each takes time and memory, so later ones are only
 * counted.
 */
export const MAX_DESCRIBED = 1_000;

/** A refusal without a description, for rows and records that are only counted. */
const COUNTED: RowRefusal = { row: 0, column: null, value: null, message: '' };

/** Adds refusals to rows and records, described up to the maximum. */
export interface Describer {
  /** Adds the refusals of `make`, or beyond the maximum one without a description. */
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
