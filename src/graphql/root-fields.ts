import {
  type FragmentDefinitionNode,
  getOperationAST,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ExecutionArgs } from 'graphql';

/** Returns the root fields of an operation, by the names of its response, also those that `@skip` excludes. */
export function rootFieldsOf({
  schema,
  document,
  operationName,
}: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>): Map<
  string,
  GraphQLField<unknown, unknown>
> {
  const operation = getOperationAST(document, operationName);
  const found = new Map<string, GraphQLField<unknown, unknown>>();
  if (operation) collect(operation.selectionSet, fieldsOfRoot(operation));
  return found;

  function fieldsOfRoot({ operation: kind }: OperationDefinitionNode) {
    return schema.getRootType(kind)!.getFields();
  }

  function collect({ selections }: SelectionSetNode, fields: ReturnType<typeof fieldsOfRoot>): void {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragmentOf(selection.name.value) : selection;
        collect(part.selectionSet, fields);
      } else if (!selection.name.value.startsWith('__')) {
        found.set((selection.alias ?? selection.name).value, fields[selection.name.value]!);
      }
    }
  }

  function fragmentOf(name: string): FragmentDefinitionNode {
    const isIt = (node: (typeof document.definitions)[number]): node is FragmentDefinitionNode =>
      node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name;
    return document.definitions.find(isIt)!;
  }
}
