import type { ImportKind, ImportPageQuery, ImportRowFragment } from '../../generated/operations.ts';
import type { Permission } from '../../generated/rules.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';

/** An import as its page shows it. */
export type Import = NonNullable<ImportPageQuery['import']>;

/** The nouns of the records of each kind of file. */
export const NOUNS: Record<ImportKind, string> = {
  PRODUCTS: 'product',
  SUPERMARKETS: 'supermarket',
  DELIVERIES: 'delivery',
  STANDING_ORDERS: 'standing order',
  PRICES: 'agreed price',
};

/** The kinds of files, with their labels. */
export const KINDS = [
  ['PRODUCTS', 'Products'],
  ['SUPERMARKETS', 'Supermarkets'],
  ['DELIVERIES', 'Deliveries'],
  ['STANDING_ORDERS', 'Standing orders'],
  ['PRICES', 'Agreed prices'],
] as const satisfies readonly (readonly [ImportKind, string])[];

/** Returns the label of what a file has rows of. */
export function labelOf({ kind }: { kind: ImportKind }): string {
  return KINDS.find(([each]) => each === kind)![1];
}

/** The permission that importing each kind of file needs. */
export const PERMISSION_FOR: Record<ImportKind, Permission> = {
  PRODUCTS: 'products:write',
  SUPERMARKETS: 'supermarkets:write',
  DELIVERIES: 'deliveries:write',
  STANDING_ORDERS: 'deliveries:write',
  PRICES: 'products:write',
};

/** Returns the name of a kind in addresses. */
export function slugOf(kind: ImportKind): string {
  return kind.toLowerCase().replaceAll('_', '-');
}

/** Returns the plural of the records of a kind, in lower case. */
export function recordsOf(kind: ImportKind): string {
  return kind === 'PRICES' ? 'agreed prices' : slugOf(kind).replaceAll('-', ' ');
}

/** The page of the list of each kind. Agreed prices are on the pages of their supermarkets. */
export function listOf(kind: ImportKind): string {
  return kind === 'PRICES' ? '/supermarkets' : `/${slugOf(kind)}`;
}

type Counts = Pick<ImportRowFragment, 'kind' | 'created' | 'updated' | 'revised'>;

/** Returns how many records an import changes or revises. */
export function changedIn({ updated, revised }: Pick<Counts, 'updated' | 'revised'>): number {
  return updated + revised;
}

/** Returns what running an import does, such as "Create 120 and change 30 products". */
export function effectOf({ kind, created, ...counts }: Counts): string {
  const noun = NOUNS[kind];
  const updated = changedIn(counts);
  if (updated === 0) return `Create ${plural(created, noun)}`;
  if (created === 0) return `Change ${plural(updated, noun)}`;
  return `Create ${wholeNumber(created)} and change ${plural(updated, noun)}`;
}

/** Returns what a finished import did. */
export function resultOf({ kind, created, ...counts }: Counts): string {
  const noun = NOUNS[kind];
  const updated = changedIn(counts);
  if (updated === 0) return `${plural(created, noun)} created`;
  if (created === 0) return `${plural(updated, noun)} changed`;
  return `${plural(created, noun)} created, ${wholeNumber(updated)} changed`;
}

const ACRONYMS = new Set(['id', 'gtin', 'gln']);

/** Returns the label of a field of a row: `case_gtin` is "Case GTIN". */
export function labelOfField(field: string): string {
  if (field === 'number') return 'Number in Provender';
  const words = field.split('_').map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
