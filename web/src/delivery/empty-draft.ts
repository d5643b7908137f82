import type { Draft } from './delivery-form.tsx';
import { numbersBy } from './numbers.ts';

/** Returns the draft of a delivery to a supermarket of which nothing is entered yet. */
export function emptyDraft(supermarketId: string): Draft {
  return {
    place: { supermarketId, branchId: '' },
    deliveryDate: '',
    lines: [{ key: 0, product: undefined, quantity: '' }],
    notes: '',
    ...numbersBy(() => ''),
  };
}
