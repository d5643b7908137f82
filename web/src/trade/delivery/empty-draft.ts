import type { Draft } from './delivery-form.tsx';

/** Returns the draft of a delivery to a supermarket of which nothing is entered yet. */
export function emptyDraft(supermarketId: string): Draft {
  return {
    place: { supermarketId, branchId: '' },
    lines: [{ key: 0, product: undefined, quantity: '' }],
  };
}
