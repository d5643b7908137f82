import {
  type FieldNode,
  getNullableType,
  isAbstractType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { NotCompilable } from './adapter.ts';
import { countText } from './bounds.ts';
import { compileAbstract } from './compile-abstract.ts';
import { compileList } from './compile-list.ts';
import type { Complete, Source } from './execution.ts';

/**
 * Compiles the completion of values of a field's `type`.
 *
 * @param where the field, such as `Query.delivery`, for errors
 * @throws NotCompilable
 */
export function compileType(
  source: Source,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  where: string,
): Complete {
  const isRequired = isNonNullType(type);
  const complete = compileNullable(source, getNullableType(type), nodes, where);
  return (value, path, execution) => {
    if (value instanceof Error) throw value;
    if (value != null) return complete(value, path, execution);
    if (isRequired) throw new Error(`Cannot return null for non-nullable field ${where}.`);
    return null;
  };
}

function compileNullable(
  source: Source,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  where: string,
): Complete {
  if (isLeafType(type)) {
    return (value, _path, execution) => {
      const coerced = coerceOutput(type, value);
      // guard: counted-texts
      countText(execution, coerced);
      return coerced;
    };
  }
  if (isListType(type)) {
    const complete = compileType(source, type.ofType, nodes, where);
    return compileList({ complete, isNullable: !isNonNullType(type.ofType), nodes }, where);
  }
  if (isObjectType(type) && !type.isTypeOf) {
    return source.select(
      type,
      nodes.map(({ selectionSet }) => selectionSet!),
    );
  }
  if (isAbstractType(type)) return compileAbstract(source, type, nodes);
  throw new NotCompilable();
}

function coerceOutput(type: GraphQLLeafType, value: unknown): unknown {
  const coerced = type.coerceOutputValue(value);
  if (coerced != null) return coerced;
  const call = `${type.name}.coerceOutputValue(${inspect(value)})`;
  throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(coerced)}`);
}
