import type { DocumentNode } from 'graphql';

/** The maximum size of a result (default: no maximum). */
export interface Bounds {
  /** Its objects, without the outermost one. */
  objects?: number;
  /** The fields of its objects, and the items of its lists. */
  values?: number;
  /** The characters of its names and texts. */
  characters?: number;
}

/** An operation of a valid document, with everything its execution needs. */
export interface Operation<Context = unknown> {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: { readonly [name: string]: unknown } | null;
  contextValue: Context;
  signal?: AbortSignal;
  /** The maximum size of the result (default: no maximum). */
  bounds?: Bounds;
  /** Whether to omit suggestions of similar names from errors about variables. */
  hideSuggestions?: boolean;
}
