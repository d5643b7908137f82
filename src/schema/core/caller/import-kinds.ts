import type { Scope } from './scopes.ts';

export const IMPORT_KINDS = ['products', 'supermarkets', 'deliveries', 'standing-orders'] as const;

/** The kind of records in a file. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * Returns the scope that reading or writing records of a kind needs. Standing orders have those of
 * deliveries.
 */
export function scopeOfKind(kind: ImportKind, may: 'read' | 'write'): Scope {
  return `${kind === 'standing-orders' ? 'deliveries' : kind}:${may}`;
}
