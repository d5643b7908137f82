import {
  type FieldNode,
  getNullableType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import {
  type Complete,
  type Execution,
  isPromise,
  NotCompilable,
  type Path,
  type Source,
} from './execution.ts';

/**
 * Compiles how values of a field of `type` are shown.
 * @param where the field, for errors
 * @throws NotCompilable
 */
export function compileType(
  source: Source,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  where: string,
): Complete {
  if (isNonNullType(type)) {
    const complete = compileType(source, getNullableType(type), nodes, where);
    return (value, path, execution) => {
      if (value == null) throw new Error(`Cannot return null for non-nullable field ${where}.`);
      return complete(value, path, execution);
    };
  }
  const complete = compileNullable(source, type, nodes, where);
  return (value, path, execution) => (value == null ? null : complete(value, path, execution));
}

function compileNullable(
  source: Source,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  where: string,
): Complete {
  if (isLeafType(type)) {
    return (value) => {
      const shown = type.coerceOutputValue(value);
      if (shown == null) throw new Error(`${type.name} has nothing to show for a value of ${where}`);
      return shown;
    };
  }
  if (isListType(type) && isNonNullType(type.ofType)) {
    const complete = compileType(source, type.ofType, nodes, where);
    return (value, path, execution) => completeItems(value, complete, path, execution, nodes);
  }
  if (isObjectType(type) && !type.isTypeOf) {
    return source.select(
      type,
      nodes.map(({ selectionSet }) => selectionSet!),
    );
  }
  throw new NotCompilable();
}

function completeItems(
  value: unknown,
  complete: Complete,
  list: Path | undefined,
  execution: Execution,
  nodes: readonly FieldNode[],
): unknown {
  const items = Array.from(value as Iterable<unknown>, (item, index): unknown => {
    const path: Path = { prev: list, key: index, typename: undefined };
    const located = (error: unknown): never => {
      throw locatedError(error, nodes, responsePathAsArray(path));
    };
    try {
      const completed = isPromise(item)
        ? item.then((settled) => complete(settled, path, execution))
        : complete(item, path, execution);
      return isPromise(completed) ? completed.catch(located) : completed;
    } catch (error) {
      return located(error);
    }
  });
  return items.some(isPromise) ? Promise.all(items) : items;
}
