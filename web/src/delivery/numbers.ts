import type { CreateDeliveryInput } from '../generated/operations.ts';

/** The optional texts of a delivery, by their GraphQL names: edited in its form, shown in its details and in lists. */
export const NUMBERS = {
  reference: 'Your number',
  orderNumber: "Customer's order number",
  carrier: 'Carrier',
} as const;

export type NumberName = keyof typeof NUMBERS;

/** The names and labels of {@link NUMBERS}. */
export const NUMBER_ENTRIES = Object.entries(NUMBERS) as [NumberName, string][];

/** Returns a value for each of them. */
export function numbersBy<Value>(valueOf: (name: NumberName) => Value): Record<NumberName, Value> {
  const values = NUMBER_ENTRIES.map(([name]) => [name, valueOf(name)] as const);
  return Object.fromEntries(values) as Record<NumberName, Value>;
}

/** Returns what a delivery is called on every page and paper: our number, and the supplier's if there is one. */
export function numberInWords({ id, reference }: { id: string; reference: string | null }): string {
  return reference === null ? `#${id}` : `#${id} · ${reference}`;
}

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
