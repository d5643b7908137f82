import {
  type DocumentNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { fragmentsOf, responseName, walker } from '../schema/core/list/selections.ts';

/** A root field of a mutation, as an operation of its own. */
export interface MutationPart {
  /** The name of the field in the response. */
  key: string;
  document: DocumentNode;
}

/**
 * The parts of documents that were parsed once and are kept, so that their execution plans are kept as well.
 */
const partsByOperation = new WeakMap<OperationDefinitionNode, MutationPart[]>();

/**
 * Splits an operation of a valid document into one operation for each name in its response, in their order.
 */
export function splitMutation(document: DocumentNode, operationName?: string | null): MutationPart[] {
  const operation = getOperationAST(document, operationName)!;
  const parts = partsByOperation.get(operation) ?? split(document, operation);
  partsByOperation.set(operation, parts);
  return parts;
}

function split(document: DocumentNode, operation: OperationDefinitionNode): MutationPart[] {
  const fragments = fragmentsOf(document);
  const selections = walker<SelectionsByKey>(fragments, {
    one(selection, content, typeCondition) {
      if (selection.kind === Kind.FIELD) return new Map([[responseName(selection), [selection]]]);
      // A fragment around a field is kept as an inline one: `@skip` and `@include` stay where they are.
      const around = { kind: Kind.INLINE_FRAGMENT, typeCondition, directives: selection.directives } as const;
      return new Map(
        content()
          .entries()
          .map(([key, within]) => [key, [{ ...around, selectionSet: setOf(within) }]]),
      );
    },
    all: merged,
  })(operation.selectionSet);
  return [...selections].map(([key, only]) => {
    const definitions = [{ ...operation, selectionSet: setOf(only) }, ...Object.values(fragments)];
    return { key, document: { ...document, definitions } };
  });
}

/** The selections that contribute to each name of the response. */
type SelectionsByKey = Map<string, SelectionNode[]>;

function merged(parts: SelectionsByKey[]): SelectionsByKey {
  const all: SelectionsByKey = new Map();
  for (const part of parts) {
    for (const [key, selections] of part) all.set(key, [...(all.get(key) ?? []), ...selections]);
  }
  return all;
}

function setOf(selections: SelectionNode[]) {
  return { kind: Kind.SELECTION_SET, selections } as const;
}
