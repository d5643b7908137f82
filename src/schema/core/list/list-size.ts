import type { FieldCost, ListSize } from '../builder/costs.ts';

/** Declares the size of a list that is read by its own statement. */
export function atMost(max: ListSize['max']) {
  return { listSize: { max, isEmbedded: false } satisfies ListSize };
}

/** Declares that a list has one item for each item of the list `argument`, at most `max`. */
export function asManyAs(argument: string, max: number) {
  return { listSize: { max, argument, isEmbedded: false } satisfies ListSize };
}

/** Declares the size of a list that is read with its parent. */
export function embedded(max: ListSize['max'], inAll?: ListSize['inAll']) {
  return { listSize: { max, isEmbedded: true, ...(inAll && { inAll }) } satisfies ListSize };
}

/** Declares the cost of a field besides its objects, in points proportional to its database time. */
export function costing(cost: FieldCost) {
  return { cost };
}
