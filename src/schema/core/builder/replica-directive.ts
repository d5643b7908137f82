import { DirectiveLocation, type DocumentNode, getOperationAST, GraphQLDirective } from 'graphql';

export const REPLICA = new GraphQLDirective({
  name: 'replica',
  description:
    'Lets a replica of the database serve the query, if the service has one. The response includes everything written before the request.',
  locations: [DirectiveLocation.QUERY],
});

/** Returns whether a replica may serve the operation. */
export function isForReplica(document: DocumentNode, operationName?: string | null): boolean {
  const operation = getOperationAST(document, operationName);
  return operation?.directives?.some(({ name }) => name.value === REPLICA.name) ?? false;
}
