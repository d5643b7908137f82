import {
  type FieldNode,
  defaultFieldResolver,
  getArgumentValues,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isLeafType,
  isNonNullType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { settleSelection } from '../selecting.ts';
import { compileType } from './compile-type.ts';
import {
  type Complete,
  type Execution,
  isPromise,
  NotCompilable,
  type Path,
  type Source,
} from './execution.ts';
import { looksUp, propertyOf, selectedBy } from './shortcut.ts';

type Resolve = (object: never, execution: Execution, path: Path) => unknown;

/** Compiles a field of objects of `parent`, asked for as `key`. @throws NotCompilable */
export function compileField(
  source: Source,
  parent: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): Complete {
  const name = nodes[0]!.name.value;
  if (name === '__typename') return () => parent.name;
  const field = parent.getFields()[name];
  if (!field) throw new NotCompilable();
  source.scopes.add(parent, field);
  const lookUps = source.lookUps;
  const complete = compileType(source, field.type, nodes, `${parent.name}.${name}`);
  if (source.lookUps === lookUps) settleSelection(nodes);
  if (looksUp(parent, field)) source.lookUps += 1;
  const resolve = resolverOf(source, parent, field, nodes);
  const isNullable = !isNonNullType(field.type);

  const property = propertyOf(parent, field);
  const isLeaf = isLeafType(getNullableType(field.type));

  function failed(thrown: unknown, path: Path, { errors }: Execution): null {
    const error = locatedError(thrown, nodes, responsePathAsArray(path));
    if (!isNullable) throw error;
    errors.push(error);
    return null;
  }

  return (object, prev, execution) => {
    const short = property === undefined ? undefined : (object as Record<string, unknown>)[property];
    const path: Path = { prev, key, typename: parent.name };
    try {
      const value = short === undefined ? resolve(object as never, execution, path) : short;
      if (!isPromise(value)) {
        const completed = complete(value, path, execution);
        if (isLeaf || !isPromise(completed)) return completed;
        return completed.catch((error) => failed(error, path, execution));
      }
      return value
        .then((settled) => complete(settled, path, execution))
        .catch((error) => failed(error, path, execution));
    } catch (error) {
      return failed(error, path, execution);
    }
  };
}

function resolverOf(
  source: Source,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: readonly FieldNode[],
): Resolve {
  const { resolve = defaultFieldResolver, name: fieldName, type: returnType } = field;
  const selected = selectedBy(parentType, field);
  const { schema, fragments, operation } = source;
  return (object, { context, variableValues, signal }, path) => {
    // Nothing new is begun for whoever has waited too long or left.
    signal?.throwIfAborted();
    const args = field.args.length > 0 ? getArgumentValues(field, fieldNodes[0]!, variableValues) : {};
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
    const isLoaded = selected?.needs.every((name) => object[name] !== undefined);
    return (isLoaded ? selected!.resolve : resolve)(object, args, context, info);
  };
}

/** Nothing here waits for work that no resolver waits for. */
function getAsyncHelpers(): ReturnType<GraphQLResolveInfo['getAsyncHelpers']> {
  return { promiseAll: (values) => Promise.all(values), track() {} };
}
