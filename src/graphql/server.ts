import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { InTime } from '../http/server/deadline.ts';
import type { Exchange } from '../http/response/exchange.ts';
import { type Context, unauthorized } from '../schema/context.ts';
import type { ErrorCode } from '../schema/errors.ts';
import { traced } from '../tracing.ts';
import { type OperationRequest, operationRequestOf } from './operation-request.ts';
import { type GuardOptions, guards, withoutIntrospection } from './guards.ts';
import { maskError, refusalOf } from './mask-error.ts';
import { persistedOperations } from './persisted-operations.ts';
import { paramsOf } from './request.ts';
import { sendResult } from './result.ts';
import { sessionChanges } from './session-changes.ts';
import { onlyToReadersOfEvents } from './server-sent-events.ts';

/** A document with one character per token takes half a kilobyte of memory per character. */
const MAX_CACHED_CHARACTERS = 512 * 1_024;

const INVALID: ErrorCode = 'validation_error';

/** Serves one admitted request; a stream continues afterwards. */
export type GraphQLServer = (exchange: Exchange) => Promise<void>;

/** The context of Yoga's plugins. */
interface ServerContext {
  context: Context;
  /** Yoga expects this name, to read the method from it. */
  request: OperationRequest;
}

export interface GraphQLServerOptions extends GuardOptions {
  schema: GraphQLSchema;
  inTime: InTime;
  /** Whether callers may introspect the schema. */
  introspection: boolean;
}

/**
 * Creates the GraphQL endpoint for authenticated requests. Yoga gets the parameters of a request and returns the
 * result: its own adapter for Node, which goes through Fetch API objects, takes longer than a short operation.
 */
export function createGraphQLServer(options: GraphQLServerOptions): GraphQLServer {
  const { schema, inTime, log, introspection } = options;
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

  async function resultOf(request: OperationRequest) {
    const context = request.exchange.context!;
    try {
      const input = { params: paramsOf(request.exchange.request), request: request as never };
      const isStranger = context.caller === null;
      const result = (await yoga.getResultForParams(input, { context, request }))!;
      return isStranger ? withoutHints(result) : result;
    } catch (error) {
      return { errors: [maskError(error, log)] };
    }
  }

  return async (exchange) => {
    const request = operationRequestOf(exchange);
    const work = traced('graphql', {}, () => resultOf(request));
    await sendResult(await inTime(exchange, work), request);
  };
}

/**
 * Replaces the errors of an invalid document by those of a valid one that needs a key: whoever has none must not learn
 * from errors what the schema contains.
 */
function withoutHints<Result extends object>(result: Result): Result | { errors: [GraphQLError] } {
  const { errors, data } = result as ExecutionResult;
  const isInvalid = data === undefined && errors?.some(({ extensions }) => extensions.code === INVALID);
  return isInvalid ? { errors: [unauthorized()] } : result;
}

/** Yoga does not mask validation errors. */
const codesForInvalidDocuments: Plugin = {
  onValidate() {
    return ({ valid, result, setResult }) => {
      if (!valid) setResult((result as readonly GraphQLError[]).map(refusalOf));
    };
  },
};

/** Creates a cache with room for the documents that clients send repeatedly, whatever strangers send once. */
function cacheOf<Value extends object>(): LRUCache<string, Value> {
  return new LRUCache({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation: (_value, text) => text.length + 1 });
}
