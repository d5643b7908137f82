import { DirectiveLocation, type DocumentNode, getOperationAST, GraphQLDirective } from 'graphql';

export const STALE = new GraphQLDirective({
  name: 'stale',
  description:
    'Lets a replica of the database answer the query, if the service has one. The response has everything that was written before the request.',
  locations: [DirectiveLocation.QUERY],
});

/** Whether an operation lets a replica answer it. */
export function isForReplica(document: DocumentNode, operationName?: string | null): boolean {
  const operation = getOperationAST(document, operationName);
  return operation?.directives?.some(({ name }) => name.value === STALE.name) ?? false;
}
