import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  getOperationAST,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The fragments of a document, by name. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Returns the fragments of a document. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((each) => [each.name.value, each]));
}

/** The functions that compute a value of selections, from the parts to the whole. */
interface Rules<Value> {
  /**
   * Returns the value of a field or a fragment.
   *
   * @param content computes the value of the selection in its braces, or in those of the fragment
   * @param on the type condition of the fragment
   */
  one(selection: SelectionNode, content: () => Value, on: NamedTypeNode | undefined): Value;
  /** Returns the value of selections side by side. */
  all(values: Value[]): Value;
}

/**
 * Returns a function that walks a document and computes the value of a selection. Each fragment is computed
 * once, however often it is spread. The document need not be valid: a fragment is empty within itself, and
 * one that does not exist is empty.
 */
export function walker<Value>(
  fragments: Fragments,
  { one, all }: Rules<Value>,
): (set: SelectionSetNode | undefined) => Value {
  const valuesOfFragments = new Map<string, Value>();

  function ofSet(set: SelectionSetNode | undefined): Value {
    return all(set ? set.selections.map(ofSelection) : []);
  }

  function ofSelection(selection: SelectionNode): Value {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      const on = selection.kind === Kind.INLINE_FRAGMENT ? selection.typeCondition : undefined;
      return one(selection, () => ofSet(selection.selectionSet), on);
    }
    const { value: name } = selection.name;
    const fragment = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
    return one(selection, () => ofFragment(name, fragment), fragment?.typeCondition);
  }

  function ofFragment(name: string, fragment: FragmentDefinitionNode | undefined): Value {
    if (!valuesOfFragments.has(name)) {
      valuesOfFragments.set(name, all([]));
      if (fragment) valuesOfFragments.set(name, ofSet(fragment.selectionSet));
    }
    return valuesOfFragments.get(name)!;
  }

  return ofSet;
}

/**
 * Returns the root fields of an operation, by the names of its response, also those that `@skip` excludes.
 */
export function rootFieldsOf({
  schema,
  document,
  operationName,
}: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>): Map<
  string,
  GraphQLField<unknown, unknown>
> {
  const nodes = rootNodesOf({ schema, document, operationName });
  return new Map(nodes.map(({ node, field }) => [responseName(node), field]));
}

/**
 * Returns the root fields of an operation as they are selected. A field that is selected twice is returned
 * twice.
 */
export function rootNodesOf({
  schema,
  document,
  operationName,
}: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>): {
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
}[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return [];
  const fields = schema.getRootType(operation.operation)!.getFields();
  return directFields(operation.selectionSet, fragmentsOf(document))
    .filter(({ name }) => !name.value.startsWith('__'))
    .map((node) => ({ node, field: fields[node.name.value]! }));
}

/** Returns the name of a field in the response. */
export function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Returns whether a field of this name is selected, at any depth, also if `@skip` excludes it. */
export function isSelected(set: SelectionSetNode | undefined, fragments: Fragments, name: string): boolean {
  return walker<boolean>(fragments, {
    one: (selection, content) =>
      (selection.kind === Kind.FIELD && selection.name.value === name) || content(),
    all: (values) => values.includes(true),
  })(set);
}

/** Returns whether a field of this name is selected at any depth below the field that is being resolved. */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some(({ selectionSet }) => isSelected(selectionSet, fragments, name));
}

/** Returns the names of the fields directly below the field that is being resolved, without those skipped. */
export function selectedNames({
  fieldNodes,
  fragments,
  variableValues,
}: GraphQLResolveInfo): ReadonlySet<string> {
  const isIncluded = (selection: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
  const fields = fieldNodes.flatMap(({ selectionSet }) => directFields(selectionSet, fragments, isIncluded));
  return new Set(fields.map(({ name }) => name.value));
}

/** Returns the fields of a selection itself, those of its fragments included. */
function directFields(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  isIncluded: (selection: SelectionNode) => boolean = () => true,
): FieldNode[] {
  return walker<FieldNode[]>(fragments, {
    one(selection, content) {
      if (!isIncluded(selection)) return [];
      return selection.kind === Kind.FIELD ? [selection] : content();
    },
    all: (values) => values.flat(),
  })(set);
}
