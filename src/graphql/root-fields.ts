import { type ExecutionArgs, getOperationAST, type GraphQLField } from 'graphql';
import { fieldsOf, fragmentsOf } from '../schema/list/selections.ts';

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
  if (!operation) return found;
  const fields = schema.getRootType(operation.operation)!.getFields();
  for (const { node } of fieldsOf(operation.selectionSet, fragmentsOf(document))) {
    const { value: name } = node.name;
    if (!name.startsWith('__')) found.set((node.alias ?? node.name).value, fields[name]!);
  }
  return found;
}
