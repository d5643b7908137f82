import type { Request, Response } from 'express';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { guards, withoutIntrospection } from './guards.ts';
import { maskError, refusalOf } from './mask-error.ts';
import { persistedOperations } from './persisted-operations.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** A document of a character for each token takes half a kilobyte of memory for each. */
const MAX_CACHED_CHARACTERS = 512 * 1_024;

/** Answers one request. */
export type GraphQLServer = (request: Request, response: Response, context: Context) => Promise<void>;

export interface GraphQLServerOptions {
  schema: GraphQLSchema;
  log: Logger;
  /** Whether callers may ask what the schema holds. */
  introspection: boolean;
  /** How long an operation may take. */
  timeoutMs: number;
}

/** GraphQL over HTTP; who asks was settled before. */
export function createGraphQLServer(options: GraphQLServerOptions): GraphQLServer {
  const { schema, log, introspection, timeoutMs } = options;
  const yoga = createYoga<{ context: Context }>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ context }) => context,
    logging: false,
    landingPage: false,
    cors: false,
    multipart: false,
    graphiql: false,
    maskedErrors: { maskError: (error) => maskError(error, log) },
    batching: false,
    parserAndValidationCache: { documentCache: cacheOf<DocumentNode>(), errorCache: cacheOf<Error>() },
    plugins: [
      persistedOperations(),
      guards(timeoutMs),
      ...(introspection ? [] : [withoutIntrospection]),
      codesForInvalidDocuments,
      serverSentEvents,
    ],
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

/** Of a size that holds what clients send over and over, whatever strangers send once. */
function cacheOf<Value extends object>(): LRUCache<string, Value> {
  return new LRUCache({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation: (_value, text) => text.length + 1 });
}
