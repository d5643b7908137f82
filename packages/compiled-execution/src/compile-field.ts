import {
  type FieldNode,
  defaultFieldResolver,
  getArgumentValues,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isNonNullType,
} from 'graphql';
import { NotCompilable, type Shortcut } from './adapter.ts';
import { countText } from './bounds.ts';
import { compileType } from './compile-type.ts';
import type { Complete, Execution, Source } from './execution.ts';
import type { Path } from './path.ts';
import { ignoreRejections, fill, nullWithError, type Slot } from './slot.ts';

type Resolve = (object: never, execution: Execution, path: Path) => unknown;

/**
 * Compiles a field of `parent` objects, under the response name `key`.
 *
 * @throws NotCompilable
 */
export function compileField(
  source: Source,
  parent: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): Complete {
  const name = nodes[0]!.name.value;
  if (name === '__typename') {
    return (_object, _path, execution) => {
      countText(execution, parent.name);
      return parent.name;
    };
  }
  const field = parent.getFields()[name];
  if (!field) throw new NotCompilable();
  source.rules.add(parent, field, nodes[0]!);
  const before = source.selectionChecks;
  const complete = compileType(source, field.type, nodes, `${parent.name}.${name}`);
  if (source.selectionChecks === before) source.adapter.cacheSelection(nodes);
  const { property, whenLoaded, checksSelection } = source.adapter.shortcutOf(parent, field);
  if (checksSelection) source.selectionChecks += 1;
  const resolve = resolverOf(source, parent, field, nodes, whenLoaded);
  const slot: Slot = { complete, isNullable: !isNonNullType(field.type), nodes };

  return (object, prev, execution) => {
    const path: Path = { prev, key, typename: parent.name };
    let value = property === undefined ? undefined : (object as Record<string, unknown>)[property];
    if (value === undefined) {
      try {
        value = resolve(object as never, execution, path);
      } catch (error) {
        return nullWithError(slot, error, path, execution);
      }
    }
    return fill(slot, value, path, execution);
  };
}

function resolverOf(
  source: Source,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: readonly FieldNode[],
  whenLoaded: Shortcut['whenLoaded'],
): Resolve {
  const { resolve = defaultFieldResolver, name: fieldName, type: returnType } = field;
  const { schema, fragments, operation } = source;
  return (object, { context, variableValues, hideSuggestions, signal }, path) => {
    const args =
      field.args.length > 0
        ? getArgumentValues(field, fieldNodes[0]!, variableValues, undefined, hideSuggestions)
        : {};
    const info: GraphQLResolveInfo = {
      fieldName,
      fieldNodes,
      returnType,
      parentType,
      path,
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues,
      getAbortSignal: () => signal,
      getAsyncHelpers,
    };
    const isLoaded = whenLoaded?.needs.every((name) => object[name] !== undefined);
    return (isLoaded ? whenLoaded!.resolve : resolve)(object, args, context, info);
  };
}

/** Resolvers cannot add work to the result: it waits only for the promises that they return. */
function getAsyncHelpers(): ReturnType<GraphQLResolveInfo['getAsyncHelpers']> {
  return { promiseAll: (values) => Promise.all(values), track: ignoreRejections };
}
