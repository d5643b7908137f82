import type { DocumentNode } from 'graphql';

/** An operation of a valid document, with everything its execution needs. */
export interface Operation<Context = unknown> {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: { readonly [name: string]: unknown } | null;
  contextValue: Context;
  signal?: AbortSignal;
  /** The maximum number of objects in the result, without the outermost one (default: no maximum). */
  maxObjects?: number;
  /** Whether to omit suggestions of similar names from errors about variables. */
  hideSuggestions?: boolean;
}
