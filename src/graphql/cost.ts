import {
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

const MUTATION = 10;
const INTROSPECTION = 10;
/** What a list counts as that has no size asked for: those of the root hold all there is. */
const ASSUMED_ROOT_SIZE = 100;
const ASSUMED_SIZE = 10;
const SIZES = new Set(['first', 'last', 'perPage']);
/** No list answers more; it says so itself. */
const MAX_SIZE = 100;

/**
 * What an operation can cost at most: a point for each object it can answer, ten for each mutation,
 * and what a field's `extensions.cost` adds for work that its objects do not show. What `@skip`
 * leaves out counts as well. The document is valid.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const { selectionSet, operation: kind } = operation;
  const root = schema.getRootType(kind);
  return root ? ofSelections(selectionSet, root, ASSUMED_ROOT_SIZE) : 0;

  /** @param size how many a list directly in this selection holds */
  function ofSelections(set: SelectionSetNode, type: GraphQLNamedType, size: number): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        cost += ofField(selection, type, size);
      } else {
        const part =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
        const condition = part.typeCondition && schema.getType(part.typeCondition.name.value);
        cost += ofSelections(part.selectionSet, condition ?? type, size);
      }
    }
    return cost;
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType, size: number): number {
    const name = node.name.value;
    if (name.startsWith('__')) return name === '__typename' ? 0 : INTROSPECTION;
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const field = hasFields ? parent.getFields()[name] : undefined;
    if (!field) return 0;
    const own = (parent === root && kind === OperationTypeNode.MUTATION ? MUTATION : 0) + extraOf(field);
    const type = getNamedType(field.type);
    if (!isCompositeType(type) || !node.selectionSet) return own;
    const asked = sizeOf(node, field);
    // The size of a page is that of the list in it.
    const [count, sizeBelow] = isListType(getNullableType(field.type))
      ? [asked ?? size, ASSUMED_SIZE]
      : [1, asked ?? ASSUMED_SIZE];
    return own + count * (1 + ofSelections(node.selectionSet, type, sizeBelow));
  }

  /** The size that a page or a list is asked for; undefined if it takes none. */
  function sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>): number | undefined {
    const sizes = field.args.filter((arg) => SIZES.has(arg.name));
    if (sizes.length === 0) return undefined;
    const given = sizes.map((arg) => {
      const value = node.arguments?.find(({ name }) => name.value === arg.name)?.value;
      if (value?.kind === Kind.VARIABLE) return variables[value.name.value] ?? defaultOf(value.name.value);
      if (value) return numberIn(value);
      return arg.defaultValue ?? arg.default?.value ?? numberIn(arg.default?.literal);
    });
    const numbers = given.filter((value) => typeof value === 'number' && value > 0) as number[];
    return Math.min(numbers.length > 0 ? Math.max(...numbers) : ASSUMED_ROOT_SIZE, MAX_SIZE);
  }

  function defaultOf(variable: string): number | undefined {
    const definition = operation.variableDefinitions?.find((each) => each.variable.name.value === variable);
    return numberIn(definition?.defaultValue);
  }
}

function numberIn(value: ConstValueNode | ValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

function extraOf({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions.cost === 'number' ? extensions.cost : 0;
}
