import { parse } from 'graphql/language/parser.js';

/**
 * Returns whether the body of a GraphQL request certainly contains queries only. It is part of GraphiQL's
 * page.
 */
export function isOnlyQueries(body: unknown): boolean {
  // A GET request has no body, and the service executes only queries for it.
  if (body === undefined || body === null) return true;
  try {
    const { definitions } = parse((JSON.parse(body as string) as { query: string }).query);
    return definitions.every(
      (each) =>
        each.kind === 'FragmentDefinition' ||
        (each.kind === 'OperationDefinition' && each.operation === 'query'),
    );
  } catch {
    return false;
  }
}
