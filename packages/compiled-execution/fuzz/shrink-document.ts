import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  validate,
  visit,
} from 'graphql';

/** Removes parts of a document while it still `fails`. Returns the smallest one found. */
export async function shrinkDocument(
  schema: GraphQLSchema,
  query: string,
  fails: (query: string) => Promise<boolean>,
): Promise<string> {
  let smallest = query;
  for (let at = 0, isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (; ; at++) {
      const candidate = without(parse(smallest), at);
      if (candidate === undefined) break;
      const text = print(pruned(candidate));
      const isSame = text === smallest || text.includes('{}');
      if (isSame || validate(schema, parse(text)).length > 0 || !(await fails(text))) continue;
      smallest = text;
      isSmaller = true;
    }
    at = 0;
  }
  return smallest;
}

const REMOVABLE = new Set<string>([
  Kind.FIELD,
  Kind.INLINE_FRAGMENT,
  Kind.FRAGMENT_SPREAD,
  Kind.ARGUMENT,
  Kind.DIRECTIVE,
  Kind.OBJECT_FIELD,
]);

/** Returns the document without part number `at`; undefined when it has fewer parts. */
function without(document: DocumentNode, at: number): DocumentNode | undefined {
  let count = 0;
  let isFound = false;
  const rest = visit(document, {
    enter(node) {
      if (!REMOVABLE.has(node.kind) || count++ !== at) return undefined;
      isFound = true;
      return null;
    },
  });
  return isFound ? rest : undefined;
}

/** Returns the document without empty selections and unused fragments and variables. */
function pruned(document: DocumentNode): DocumentNode {
  const used = new Set<string>();
  visit(document, {
    FragmentSpread: ({ name }) => void used.add(`...${name.value}`),
    Variable: (node, _key, parent) => void (isDefinition(parent) || used.add(`$${node.name.value}`)),
  });
  return visit(document, {
    FragmentDefinition: ({ name }) => (used.has(`...${name.value}`) ? undefined : null),
    VariableDefinition: ({ variable }) => (used.has(`$${variable.name.value}`) ? undefined : null),
    InlineFragment: { leave: ({ selectionSet }) => (isEmpty(selectionSet) ? null : undefined) },
    Field: { leave: ({ selectionSet }) => (selectionSet && isEmpty(selectionSet) ? null : undefined) },
  });
}

function isDefinition(parent: unknown): boolean {
  return (parent as { kind?: string } | undefined)?.kind === Kind.VARIABLE_DEFINITION;
}

function isEmpty({ selections }: SelectionSetNode): boolean {
  return selections.length === 0;
}
