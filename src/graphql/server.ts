import type { Request, Response } from 'express';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { traced } from '../tracing.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { type GuardOptions, guards, withoutIntrospection } from './guards.ts';
import { maskError, refusalOf } from './mask-error.ts';
import { persistedOperations } from './persisted-operations.ts';
import { paramsOf } from './request.ts';
import { answerResult } from './result.ts';
import { sessionChanges } from './session-changes.ts';
import { onlyToReadersOfEvents } from './server-sent-events.ts';

/** A document of a character for each token takes half a kilobyte of memory for each. */
const MAX_CACHED_CHARACTERS = 512 * 1_024;

/** Answers one request; a stream goes on afterwards. */
export type GraphQLServer = (request: Request, response: Response, context: Context) => Promise<void>;

/** What Yoga's plugins are given with an operation. */
interface ServerContext {
  context: Context;
  /** By this name, because Yoga looks here for the method. */
  request: Exchange;
}

export interface GraphQLServerOptions extends GuardOptions {
  schema: GraphQLSchema;
  log: Logger;
  /** Whether callers may ask what the schema holds. */
  introspection: boolean;
}

/**
 * GraphQL over HTTP; who asks was settled before. Yoga is given the parameters of a request, and gives the result: its
 * own way there from Node, and back, by the objects of the Fetch API, takes longer than a short operation.
 */
export function createGraphQLServer(options: GraphQLServerOptions): GraphQLServer {
  const { schema, log, introspection } = options;
  const yoga = createYoga<ServerContext>({
    schema,
    context: ({ context }) => context,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, log) },
    parserAndValidationCache: { documentCache: cacheOf<DocumentNode>(), errorCache: cacheOf<Error>() },
    plugins: [
      persistedOperations(),
      sessionChanges,
      guards(options),
      ...(introspection ? [] : [withoutIntrospection]),
      codesForInvalidDocuments,
      onlyToReadersOfEvents,
    ],
  });

  async function resultOf(request: Request, exchange: Exchange, context: Context) {
    try {
      const asked = { params: paramsOf(request), request: exchange as never };
      return (await yoga.getResultForParams(asked, { context, request: exchange }))!;
    } catch (error) {
      return { errors: [maskError(error, log)] };
    }
  }

  return async (request, response, context) => {
    const exchange = exchangeOf(request, response);
    const result = await traced('graphql', {}, () => resultOf(request, exchange, context));
    await answerResult(result, exchange, response);
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
