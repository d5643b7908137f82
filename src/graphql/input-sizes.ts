import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { MAX_CLOSED_DAYS } from '../schema/catalogue/limits.ts';
import { type AppError, errorAt } from '../schema/core/errors.ts';
import { MAX_PRODUCTS } from '../schema/trade/limits.ts';

/** The maximum length of the longest list in any input. */
const MAX_INPUT_ITEMS = Math.max(MAX_PRODUCTS, MAX_CLOSED_DAYS);
/** Far more fields than any input object has: errors repeat the whole object for each unknown field. */
const MAX_INPUT_FIELDS = 100;

/**
 * Returns an error for a variable whose list or object is too large, before graphql-js coerces it, which
 * costs a hundred times as much as parsing. Literals in the document are bounded by its tokens.
 */
export function refusalOfSizes(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): AppError | undefined {
  for (const { variable, type } of variableDefinitions) {
    const name = variable.name.value;
    const found = excessIn(typeFromAST(schema, type) as GraphQLInputType, variables[name], '');
    if (found) {
      const field = found.path || name;
      return errorAt(field, 'too_many', `must have at most ${found.max} ${found.what}`, {
        max: found.max,
      });
    }
  }
  return undefined;
}

interface Excess {
  path: string;
  max: number;
  what: 'items' | 'fields';
}

/**
 * Finds the first list or object that is too large, in a value for `type`. It goes no deeper than the type.
 */
function excessIn(type: GraphQLInputType, value: unknown, path: string): Excess | undefined {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const of = nullable.ofType;
    if (!Array.isArray(value)) return excessIn(of, value, path);
    if (value.length > MAX_INPUT_ITEMS) return { path, max: MAX_INPUT_ITEMS, what: 'items' };
    return first(value, (item, index) => excessIn(of, item, `${path}[${index}]`));
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).length > MAX_INPUT_FIELDS) return { path, max: MAX_INPUT_FIELDS, what: 'fields' };
  return first(Object.values(nullable.getFields()), ({ name, type }) =>
    excessIn(type, (value as Record<string, unknown>)[name], path ? `${path}.${name}` : name),
  );
}

function first<Item>(items: Item[], find: (item: Item, index: number) => Excess | undefined) {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found) return found;
  }
  return undefined;
}
