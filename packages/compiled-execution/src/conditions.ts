import {
  type DocumentNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  visit,
} from 'graphql';

/** Returns whether a directive is `@skip` or `@include`. */
export function isCondition(directive: string): boolean {
  return directive === GraphQLSkipDirective.name || directive === GraphQLIncludeDirective.name;
}

/** Returns the names of the variables that decide what a document selects. */
export function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (!isCondition(name.value)) return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Returns a text that identifies the values of these variables. */
export function keyOf(names: readonly string[], values: GraphQLResolveInfo['variableValues']): string {
  return names.map((name) => String(values.coerced[name])).join();
}
