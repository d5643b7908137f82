import type { DocumentNode } from 'graphql';
import type { Scope } from '../schema/core/caller/scopes.ts';
import { scopeNeededBy } from '../schema/core/builder/denial.ts';
import { schema } from '../schema/index.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';

/**
 * Returns the scope that the root fields of an operation need; null if a key with any scope can execute it.
 *
 * @throws Error unless they all need the same one
 */
export function scopeOf(document: DocumentNode): Scope | null {
  const [scope, ...others] = new Set(rootFieldsOf({ schema, document }).values().map(scopeNeededBy));
  if (scope === null && others.length === 0) return null;
  if (!scope || /* guard: several-scopes */ others.length > 0)
    throw new Error('an endpoint needs exactly one scope');
  return scope;
}
