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

/** A field of a selection. */
export interface SelectedField {
  node: FieldNode;
  /** The type of the innermost fragment around it; undefined without one. */
  on: string | undefined;
}

/** Yields the fields of a selection, those of its fragments included. The document must be valid. */
export function* fieldsOf(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  isIncluded: (selection: SelectionNode) => boolean = () => true,
  on?: string,
): Generator<SelectedField> {
  for (const selection of selections) {
    if (!isIncluded(selection)) continue;
    if (selection.kind === Kind.FIELD) {
      yield { node: selection, on };
    } else {
      const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value]! : selection;
      yield* fieldsOf(part.selectionSet, fragments, isIncluded, part.typeCondition?.name.value ?? on);
    }
  }
}

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

/** Returns whether a field of this name is selected, at any depth, also if `@skip` excludes it. */
export function isSelected(set: SelectionSetNode | undefined, fragments: Fragments, name: string): boolean {
  if (!set) return false;
  return fieldsOf(set, fragments).some(
    ({ node }) => node.name.value === name || isSelected(node.selectionSet, fragments, name),
  );
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
  const names = fieldNodes.flatMap(({ selectionSet }) =>
    [...fieldsOf(selectionSet!, fragments, isIncluded)].map(({ node }) => node.name.value),
  );
  return new Set(names);
}
