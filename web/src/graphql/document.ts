import type { TypedDocumentNode } from 'urql';

/** An operation with the types of its answer and variables; at run time it is its text. */
export type Document<Data, Variables extends object> = TypedDocumentNode<Data, Variables>;

/** The text of an operation, as GraphiQL takes it. */
export function textOf(document: Document<never, never> | Document<unknown, object>): string {
  return String(document).trim();
}
