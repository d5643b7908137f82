import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { appErrorOf } from '../http/error-status.ts';
import type { Logger } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';

/** GraphQL over HTTP, and GraphiQL for browsers; who asks was settled before. */
export function createGraphQLServer(schema: GraphQLSchema, log: Logger) {
  return createYoga<{ context: Context }>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ context }) => context,
    logging: false,
    landingPage: false,
    cors: false,
    multipart: false,
    renderGraphiQL,
    graphiql: { title: 'Provender', defaultQuery: EXAMPLE },
    maskedErrors: { maskError: (error) => mask(error, log) },
  });
}

/** Errors carry REST's codes; what is not meant for the caller is logged and masked. */
function mask(error: unknown, log: Logger): GraphQLError {
  if (!(error instanceof GraphQLError)) return appErrorOf(error, log);
  const cause = error.originalError;
  if (error instanceof AppError || cause instanceof AppError) return error;
  const isCallersFault = error.path === undefined;
  const { message, extensions } = isCallersFault
    ? fault('validation_error', error.message)
    : appErrorOf(cause ?? error, log);
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

const EXAMPLE = `# Send your API key under "Headers": {"Authorization": "Bearer prv_…"}
query LatestDeliveries {
  deliveries(perPage: 5) {
    total
    items {
      id
      status
      supermarketName
      deliveryDate
      totalValue
    }
  }
}
`;
