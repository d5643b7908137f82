import type { Scope } from './scopes.ts';

export const IMPORT_KINDS = ['products', 'supermarkets', 'deliveries', 'standing-orders', 'prices'] as const;

/** The kind of records in a file. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * Returns the scope that reading or writing records of a kind needs. Standing orders have those of
 * deliveries, agreed prices those of products.
 */
export function scopeOfKind(kind: ImportKind, may: 'read' | 'write'): Scope {
  if (kind === 'standing-orders') return `deliveries:${may}`;
  return `${kind === 'prices' ? 'products' : kind}:${may}`;
}
