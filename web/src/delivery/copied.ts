import type { CreateDeliveryInput } from '../generated/operations.ts';
import { type NumberName, numbersBy } from './numbers.ts';

/** What a copy of a delivery takes over. Its day, and the numbers that others gave it, belong to one delivery alone. */
const IS_COPIED: Record<keyof CreateDeliveryInput, boolean> = {
  supermarketId: true,
  branchId: true,
  products: true,
  notes: true,
  carrier: true,
  deliveryDate: false,
  orderNumber: false,
  reference: false,
};

type Texts = Record<NumberName | 'notes', string | null>;

/** Returns the optional texts of a copy; null for those that are not taken over. */
export function copiedTexts(original: Texts): Texts {
  const copied = (name: keyof Texts) => (IS_COPIED[name] ? original[name] : null);
  return { notes: copied('notes'), ...numbersBy(copied) };
}
