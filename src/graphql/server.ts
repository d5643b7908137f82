import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Request, Response } from 'express';
import { GraphQLError, type GraphQLSchema, isValueNode } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { appErrorOf } from '../http/error-status.ts';
import type { Logger } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';

/** Answers one request; without a context it is a browser's, for GraphiQL. */
export type GraphQLServer = (request: Request, response: Response, context?: Context) => Promise<void>;

/** GraphQL over HTTP, and GraphiQL for browsers; who asks was settled before. */
export function createGraphQLServer(schema: GraphQLSchema, log: Logger): GraphQLServer {
  const yoga = createYoga<{ context: Context | undefined }>({
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
    plugins: [codesForInvalidDocuments],
  });
  return async (request, response, context) => {
    // Yoga makes a URL of the Host header, which may be anything; only the rest of it matters.
    request.headers.host = 'localhost';
    await yoga(request, response, { context });
  };
}

/** Yoga does not mask what validation finds. */
const codesForInvalidDocuments: Plugin = {
  onValidate() {
    return ({ valid, result, setResult }) => {
      if (!valid) setResult((result as readonly GraphQLError[]).map(refusalOf));
    };
  },
};

/** Errors carry REST's codes; what is not meant for the caller is logged and masked. */
function mask(error: unknown, log: Logger): GraphQLError {
  // Outside of resolvers these come of what was sent: variables in a URL, and nesting too deep to walk.
  if (error instanceof SyntaxError) return fault('validation_error', 'variables and extensions must be JSON');
  if (error instanceof RangeError) return fault('validation_error', 'the document is nested too deeply');
  if (!(error instanceof GraphQLError)) return appErrorOf(error, log);
  const cause = error.originalError;
  if (error instanceof AppError || cause instanceof AppError) return error;
  return isAboutInput(error) ? refusalOf(error) : withMessageOf(error, appErrorOf(cause ?? error, log));
}

/** Found before any resolver ran, or in the value of an argument just before one ran. */
function isAboutInput({ path, originalError, nodes }: GraphQLError): boolean {
  const isAboutValue = nodes?.some(isValueNode) && originalError instanceof GraphQLError;
  return path === undefined || isAboutValue === true;
}

function refusalOf(error: GraphQLError): GraphQLError {
  const { http } = error.extensions;
  const code = http?.status === 405 ? 'method_not_allowed' : 'validation_error';
  const refusal = fault(code, error.message);
  return withMessageOf(error, refusal, http === undefined ? {} : { http });
}

/** What is told, where `error` happened. */
function withMessageOf({ nodes, source, positions, path }: GraphQLError, told: AppError, more = {}) {
  const extensions = { ...told.extensions, ...more };
  return new GraphQLError(told.message, { nodes, source, positions, path, extensions });
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
