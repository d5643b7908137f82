import type { Quotas } from '../caller/plans.ts';

/**
 * The maximum length of a list field, which its cost is based on (src/graphql/cost.ts). Lists with `first`, `last` or
 * `perPage`, and those inside such pages, need none.
 */
export interface ListSize {
  max: number | ((quotas: Quotas, argument: (name: string) => unknown) => number);
  /** The maximum in all records together that one list returns, each of which has its own items. */
  inAll?: (quotas: Quotas) => number;
  /** The argument whose items the list returns results for; they can name the same record. */
  argument?: string;
  /** Whether the items are read by the same statement as their parent. */
  isEmbedded: boolean;
}

/** Declares the size of a list that is read by its own statement. */
export function atMost(max: ListSize['max']) {
  return { extensions: { list: { max, isEmbedded: false } satisfies ListSize } };
}

/** Declares that a list has one item for each item of the list `argument`, at most `max`. */
export function asManyAs(argument: string, max: number) {
  return { extensions: { list: { max, argument, isEmbedded: false } satisfies ListSize } };
}

/** Declares the size of a list that is read with its parent. */
export function embedded(max: ListSize['max'], inAll?: ListSize['inAll']) {
  return { extensions: { list: { max, isEmbedded: true, ...(inAll && { inAll }) } satisfies ListSize } };
}

/** The parts of an operation that the extra cost of a field can depend on. */
export interface Selected {
  /**
   * Returns the value of an argument as written in the document or its variables, such as the name of an enum value.
   */
  argument(name: string): unknown;
  /** Returns the value of an argument of the parent field, as written in the document or its variables. */
  parentArgument(name: string): unknown;
  /** Returns whether a field of this name is selected at any depth. */
  selects(name: string): boolean;
}

/** Declares the cost of a field besides its objects, in points proportional to its database time. */
export function costing(cost: number | ((selected: Selected) => number)) {
  return { extensions: { cost } };
}
