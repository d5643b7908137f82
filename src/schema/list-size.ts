import type { Quotas } from './account/plans.ts';

/**
 * How many items the list of a field holds at most: what its cost is counted by (src/graphql/cost.ts). Lists that take
 * `first`, `last` or `perPage`, and those in the pages that do, need none.
 */
export interface ListSize {
  max: number | ((quotas: Quotas) => number);
  /** How many there are in all records of the account together. */
  inAll?: (quotas: Quotas) => number;
  /** The argument whose items the list answers one by one; they can name the same record. */
  argument?: string;
  /** Whether the items are read in the statement of the record that they belong to. */
  isEmbedded: boolean;
}

/** Declares the size of a list of records that a statement of its own reads. */
export function atMost(max: ListSize['max']) {
  return { extensions: { list: { max, isEmbedded: false } satisfies ListSize } };
}

/** Declares that a list has an item for each in the list `argument`, which has at most `max`. */
export function asManyAs(argument: string, max: number) {
  return { extensions: { list: { max, argument, isEmbedded: false } satisfies ListSize } };
}

/** Declares the size of a list that is read with the record it belongs to. */
export function embedded(max: number, inAll?: ListSize['inAll']) {
  return { extensions: { list: { max, isEmbedded: true, ...(inAll && { inAll }) } satisfies ListSize } };
}

/** What of an operation the extra cost of a field may depend on. */
export interface Selected {
  /** The value of an argument as the document or its variables have it, such as the name of an enum's. */
  argument(name: string): unknown;
  /** The same of the field that this one is selected of. */
  parentArgument(name: string): unknown;
  /** Whether a field of this name is selected anywhere below. */
  selects(name: string): boolean;
}

/** Declares what a field costs besides its objects, in points; about what it takes of the database. */
export function costing(cost: number | ((selected: Selected) => number)) {
  return { extensions: { cost } };
}
