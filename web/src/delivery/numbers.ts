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
