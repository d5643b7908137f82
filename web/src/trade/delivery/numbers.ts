import { DELIVERY_FORM } from '../../generated/forms.ts';
import type {
  CreateDeliveryInput,
  DeliveryFormFragment,
  DeliveryNumbersFragment,
} from '../../generated/operations.ts';
import { wordsOf } from '../../base/kit/form/field-words.ts';

type NumberName = keyof DeliveryNumbersFragment;

/** The names and labels of the optional short texts of a delivery, which lists have as columns. */
export const NUMBER_ENTRIES = Object.keys(DELIVERY_FORM)
  .filter((name) => name !== 'deliveryDate' && name !== 'notes')
  .map((name) => [name, wordsOf(name).label] as [NumberName, string]);

/**
 * Returns what a delivery is called on every page and paper: our number, and the supplier's if there is one.
 */
export function numberInWords({ id, reference }: { id: string; reference: string | null }): string {
  return reference === null ? `#${id}` : `#${id} · ${reference}`;
}

/** Whether a copy takes over each field. The day, and numbers given by others, belong to one delivery. */
const IS_COPIED: Record<keyof CreateDeliveryInput, boolean> = {
  supermarketId: true,
  branchId: true,
  products: true,
  notes: true,
  carrier: true,
  deliveryDate: false,
  orderNumber: false,
  supermarketReference: false,
  branchReference: false,
  reference: false,
};

type Texts = Omit<DeliveryFormFragment, 'deliveryDate'>;

/** Returns the optional texts of a copy; null for those that are not taken over. */
export function copiedTexts(original: Texts): Texts {
  const { deliveryDate: _ownDay, ...texts } = DELIVERY_FORM;
  const names = Object.keys(texts) as (keyof Texts)[];
  return Object.fromEntries(names.map((name) => [name, IS_COPIED[name] ? original[name] : null])) as Texts;
}
