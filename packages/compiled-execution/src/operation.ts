import type { DocumentNode } from 'graphql';

/** An operation of a valid document, and what it is executed with. */
export interface Operation<Context = unknown> {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: { readonly [name: string]: unknown } | null;
  contextValue: Context;
  signal?: AbortSignal;
  /** Whether errors of variables keep similar names of the schema to themselves. */
  hideSuggestions?: boolean;
}
