import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** One root field of a mutation, as an operation of its own. */
export interface MutationPart {
  /** Its name in the response. */
  key: string;
  document: DocumentNode;
}

/** The parts of documents that were parsed once and are kept, so that their execution plans are kept as well. */
const partsByOperation = new WeakMap<OperationDefinitionNode, MutationPart[]>();

/** Splits an operation of a valid document into one operation for each name in its response, in their order. */
export function splitMutation(document: DocumentNode, operationName?: string | null): MutationPart[] {
  const operation = getOperationAST(document, operationName)!;
  const parts = partsByOperation.get(operation) ?? split(document, operation);
  partsByOperation.set(operation, parts);
  return parts;
}

function split({ definitions, ...rest }: DocumentNode, operation: OperationDefinitionNode): MutationPart[] {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((each) => [each.name.value, each]));
  const set = withoutSpreads(operation.selectionSet, byName);
  return [...new Set(keysOf(set))].map((key) => {
    const only = { ...operation, selectionSet: onlyWith(key, set) };
    return { key, document: { ...rest, definitions: [only, ...fragments] } };
  });
}

/** Replaces the fragments of the root by their content, so that each field can be selected on its own. */
function withoutSpreads(
  { selections, ...set }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectionSetNode {
  const inline = (selection: SelectionNode): SelectionNode => {
    if (selection.kind === Kind.FIELD) return selection;
    const { kind: _, ...part } =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? { ...fragments.get(selection.name.value)!, directives: selection.directives }
        : selection;
    return {
      ...part,
      kind: Kind.INLINE_FRAGMENT,
      selectionSet: withoutSpreads(part.selectionSet, fragments),
    };
  };
  return { ...set, selections: selections.map(inline) };
}

function keysOf({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? keyOf(selection) : keysOf((selection as Inline).selectionSet),
  );
}

/** Without spreads, everything that is not a field has a selection. */
type Inline = Extract<SelectionNode, { selectionSet: SelectionSetNode; typeCondition?: unknown }>;

/** Returns the selections that contribute to `key`; `@skip` and `@include` stay where they are. */
function onlyWith(key: string, { selections, ...set }: SelectionSetNode): SelectionSetNode {
  const kept = selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return keyOf(selection) === key ? [selection] : [];
    const part = selection as Inline;
    const selectionSet = onlyWith(key, part.selectionSet);
    return selectionSet.selections.length > 0 ? [{ ...part, selectionSet }] : [];
  });
  return { ...set, selections: kept };
}

function keyOf({ alias, name }: Extract<SelectionNode, { kind: Kind.FIELD }>): string {
  return (alias ?? name).value;
}
