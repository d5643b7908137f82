import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Quotas } from '../schema/core/caller/plans.ts';
import type { ListSize, Selected } from '../schema/core/builder/costs.ts';
import { MAX_PER_PAGE } from '../schema/core/limits.ts';
import { fragmentsOf, isSelected, walker } from '../schema/core/list/selections.ts';
import { argumentsOf } from './arguments-of.ts';

/** Costs are in hundredths of a point, so that sums are exact. */
const POINT = 100;
/** An item that is read with its parent costs about 1/25 of reading a record. */
const EMBEDDED_ITEM = 4;
const MUTATION = 10 * POINT;
const INTROSPECTION = 10 * POINT;
const SIZES = new Set(['first', 'last', 'perPage']);

/** The maximum cost of an operation. */
export interface Cost {
  points: number;
  /** The maximum number of objects in the response. */
  objects: number;
  /**
   * The maximum number of values in the response that are not objects, where a list of values counts once.
   */
  values: number;
}

/** The position of a selection. */
interface SelectionPosition {
  type: GraphQLNamedType;
  /** How many objects in the response have this selection. */
  times: number;
  /** The cost of each object below it. */
  weight: number;
  /** The page size, where the selection is that of a page of a list. */
  size?: number | undefined;
  /** The number of objects, if they are all different records. */
  distinct?: number | undefined;
  /** The field with this selection. */
  field?: FieldNode;
}

/** Counts a selection at a position. */
type Count = (place: SelectionPosition) => void;

/**
 * Costs that no variable affects: for operations that were parsed once and are kept, by the quotas of plans.
 */
const fixedCosts = new WeakMap<OperationDefinitionNode, Map<Quotas, Cost>>();

/**
 * Returns the maximum cost of an operation: one point for each object, a fraction for objects embedded in
 * others, ten for each mutation, and what fields declare for other work. Lists count at the requested size,
 * or else at the maximum under the quotas. Fields excluded by `@skip` count too. The document must be valid.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  quotas: Quotas,
): Cost {
  const fixed = fixedCosts.get(operation)?.get(quotas);
  if (fixed) return fixed;
  const given = argumentsOf(operation, variables);
  const fragments = fragmentsOf(document);
  const { selectionSet, operation: kind } = operation;
  const root = schema.getRootType(kind);
  let hundredths = 0;
  let objects = 0;
  let values = 0;
  const countIn = walker<Count>(fragments, {
    one(selection, content, on) {
      const count = content();
      if (selection.kind === Kind.FIELD) return (place) => addField(selection, place, count);
      const type = on && schema.getType(on.name.value);
      return type ? (place) => count({ ...place, type }) : count;
    },
    all: (counts) => (place) => {
      for (const count of counts) count(place);
    },
  })(selectionSet);
  if (root) countIn({ type: root, times: 1, weight: POINT });
  const cost = { points: Math.ceil(hundredths / POINT), objects, values };
  if (!given.useVariables)
    fixedCosts.set(operation, (fixedCosts.get(operation) ?? new Map<Quotas, Cost>()).set(quotas, cost));
  return cost;

  function addField(node: FieldNode, place: SelectionPosition, countBelow: Count): void {
    const name = node.name.value;
    if (name === '__typename') return void (values += place.times);
    if (name.startsWith('__')) return void (hundredths += INTROSPECTION);
    const { type: parent } = place;
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (!field) return;
    if (parent === root && kind === OperationTypeNode.MUTATION) hundredths += MUTATION;
    hundredths += place.times * extraOf(node, field, place);
    const type = getNamedType(field.type);
    if (!isCompositeType(type) || !node.selectionSet) return void (values += place.times);
    const below = { type, field: node, ...objectsOf(node, field, place) };
    hundredths += below.times * below.weight;
    objects += below.times;
    countBelow(below);
  }

  /** Returns how many objects a field gives, and the weight of each. */
  function objectsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, place: SelectionPosition) {
    const size = sizeOf(node, field);
    // Lists with their own size are not read with their parent.
    const weight = size === undefined ? place.weight : POINT;
    if (!isListType(getNullableType(field.type))) {
      const isSame = field.name === 'node' || field.extensions.isOfParent === true;
      const distinct = isSame ? place.distinct : undefined;
      return { times: place.times, weight, size, distinct };
    }
    const list = field.extensions.listSize as ListSize | undefined;
    const each = size ?? (list ? lengthOf(node, list, place) : (place.size ?? MAX_PER_PAGE));
    const canRepeat = list?.isEmbedded || list?.argument !== undefined;
    const isOwn = place.times === 1 ? !canRepeat || list?.inAll : list?.inAll && place.distinct !== undefined;
    const distinct = isOwn ? place.times * each : undefined;
    return { times: place.times * each, weight: list?.isEmbedded ? EMBEDDED_ITEM : weight, distinct };
  }

  function lengthOf(
    node: FieldNode,
    { max, inAll, argument }: ListSize,
    { distinct }: SelectionPosition,
  ): number {
    const most = typeof max === 'function' ? max(quotas, (name) => given.valueOf(node, name)) : max;
    const items = argument === undefined ? undefined : given.valueOf(node, argument);
    if (Array.isArray(items)) return Math.min(items.length, most);
    return inAll && distinct ? Math.min(most, Math.ceil(inAll(quotas) / distinct)) : most;
  }

  /** Returns the requested size of a page or list; undefined if it has no size argument. */
  function sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>): number | undefined {
    const sizes = field.args.filter((arg) => SIZES.has(arg.name));
    if (sizes.length === 0) return undefined;
    const requested = sizes.map(
      ({ name, defaultValue, default: byDefault }) =>
        given.valueOf(node, name) ?? defaultValue ?? byDefault?.value ?? given.ofNode(byDefault?.literal),
    );
    const numbers = requested.filter((value) => typeof value === 'number' && value > 0) as number[];
    return Math.min(numbers.length > 0 ? Math.max(...numbers) : MAX_PER_PAGE, MAX_PER_PAGE);
  }

  function extraOf(
    node: FieldNode,
    { extensions }: GraphQLField<unknown, unknown>,
    place: SelectionPosition,
  ): number {
    const { cost } = extensions;
    if (typeof cost === 'number') return cost * POINT;
    if (typeof cost !== 'function') return 0;
    const selected: Selected = {
      argument: (name) => given.valueOf(node, name),
      parentArgument: (name) => place.field && given.valueOf(place.field, name),
      selects: (name) => isSelected(node.selectionSet, fragments, name),
    };
    return (cost(selected) as number) * POINT;
  }
}
