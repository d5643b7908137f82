import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { InTime } from '../http/server/deadline.ts';
import type { Exchange } from '../http/response/exchange.ts';
import type { Problem } from '../problems.ts';
import { type Context, unauthorized } from '../schema/core/context.ts';
import { AppError, type ErrorCode } from '../schema/core/errors.ts';
import { traced } from '../tracing.ts';
import { type OperationRequest, operationRequestOf } from './operation-request.ts';
import { documentSteps, type GuardOptions } from './guards.ts';
import type { ServerContext } from './kept-queries.ts';
import { maskError, withStatus } from './mask-error.ts';
import { paramsOf } from './request.ts';
import { sendResult } from './result.ts';

/** A document with one character per token takes half a kilobyte of memory per character. */
const MAX_CACHED_CHARACTERS = 512 * 1_024;

const INVALID: ErrorCode = 'validation_error';
/** The one problem that is reported without a key: the length of a number reveals nothing of the schema. */
const LONG_NUMBER: Problem = 'too_many_digits';

export interface GraphQLServer {
  /** Serves one admitted request; a stream continues afterwards. */
  serve(exchange: Exchange): Promise<void>;
  /** Executes an operation for an admitted request of another interface, under the same limits. */
  ask(exchange: Exchange, question: InternalRequest): Promise<ExecutionResult>;
}

/** An operation of another interface. */
interface InternalRequest {
  query: string;
  variables?: object | undefined;
  operationName?: string | undefined;
  /** The key under which a mutation is executed at most once. */
  idempotencyKey?: string | undefined;
  /** The maximum cost in points, if it is less than that of the plan. */
  maxCost?: number;
  /** The context (default: that of the request). */
  context?: Context;
}

export interface GraphQLServerOptions extends GuardOptions {
  inTime: InTime;
}

/**
 * Creates the GraphQL endpoint for authenticated requests. Yoga is given the parameters of a request and
 * returns the result: its own HTTP takes 8 to 15 % more of Node's CPU, serves 0.84 of the requests a second,
 * and would replace nothing that is here ([decision 18](../../docs/decisions/0018-guards-of-graphql.md)).
 */
export function createGraphQLServer(options: GraphQLServerOptions): GraphQLServer {
  const { schema, inTime, log } = options;
  const documents = cacheOf<DocumentNode>();
  const yoga = createYoga<ServerContext>({
    schema,
    context: ({ context }) => context,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, log) },
    parserAndValidationCache: { documentCache: documents, errorCache: cacheOf<Error>() },
    plugins: documentSteps(options, documents),
  });

  async function resultOf(request: OperationRequest, params: GraphQLParams, context: Context) {
    try {
      const input = { params, request: request as never };
      const isStranger = context.caller === null;
      const result = (await yoga.getResultForParams(input, { context, request }))!;
      return isStranger ? withoutHints(result) : result;
    } catch (error) {
      return { errors: [maskError(error, log)] };
    }
  }

  async function paramsAndResultOf(request: OperationRequest) {
    try {
      const { exchange } = request;
      return await resultOf(request, paramsOf(exchange.request), exchange.context!);
    } catch (error) {
      return { errors: [error instanceof AppError ? withStatus(error) : maskError(error, log)] };
    }
  }

  return {
    async serve(exchange) {
      const request = operationRequestOf(exchange);
      const work = traced('graphql', {}, () => paramsAndResultOf(request));
      await sendResult(await inTime(exchange, work), request);
    },
    async ask(exchange, { context = exchange.context!, idempotencyKey, maxCost, ...params }) {
      const request = { ...UNSENT, exchange, idempotencyKey, maxCost } as OperationRequest;
      const result = await resultOf(request, params as GraphQLParams, context);
      const { kept } = request;
      return kept ? (JSON.parse(kept.body) as ExecutionResult) : (result as ExecutionResult);
    },
  };
}

/** An operation whose result is not sent as it is. */
const UNSENT = { method: 'POST', responseType: 'application/json', takesEvents: false };

/**
 * Replaces the errors of an invalid document by those of a valid one that needs a key, so that errors reveal
 * nothing about the schema to clients without one.
 */
function withoutHints<Result extends object>(result: Result): Result | { errors: [GraphQLError] } {
  const { errors, data } = result as ExecutionResult;
  const isInvalid =
    data === undefined &&
    errors?.some(({ extensions: { code, problem } }) => code === INVALID && problem !== LONG_NUMBER);
  return isInvalid ? { errors: [unauthorized()] } : result;
}

/** Creates a cache that keeps documents which clients send repeatedly, however many others are sent once. */
function cacheOf<Value extends object>(): LRUCache<string, Value> {
  return new LRUCache({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation: (_value, text) => text.length + 1 });
}
