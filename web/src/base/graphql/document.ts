import type { TypedDocumentNode } from 'urql';

/** An operation with the types of its result and variables; at run time it is a string. */
export type Document<Data, Variables extends object> = TypedDocumentNode<Data, Variables>;

/** Returns the text of an operation, for GraphiQL. */
export function textOf(document: Document<never, never> | Document<unknown, object>): string {
  return String(document).trim();
}
