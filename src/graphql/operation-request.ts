import type { Request, RequestHandler } from 'express';
import type { Exchange } from '../http/response/exchange.ts';
import { idempotencyKeyOf } from '../http/admission/idempotency-key.ts';
import type { KeptResponse } from '../schema/core/idempotency/once.ts';

export const EVENT_STREAM = 'text/event-stream';
/** The media type of GraphQL over HTTP whose status shows whether there is data. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json';
/** The supported media types; the first is the default. */
const RESPONSE_TYPES = ['application/json', GRAPHQL_RESPONSE, EVENT_STREAM];

/** The HTTP request of an operation, with the parts that operations use. */
export interface OperationRequest {
  exchange: Exchange;
  /** The HTTP method, which Yoga reads. */
  method: string;
  /** The media type in `RESPONSE_TYPES` that the client prefers. */
  responseType: string;
  takesEvents: boolean;
  idempotencyKey: string | undefined;
  /** The maximum cost in points, if it is less than that of the plan. */
  maxCost?: number | undefined;
  /** The stored response of a mutation under the idempotency key, once there is one. It is sent unchanged. */
  kept?: KeptResponse;
}

/**
 * Returns the parts of a request that its operation uses.
 *
 * @throws AppError `validation_error` when its idempotency key is malformed
 */
export function operationRequestOf(exchange: Exchange): OperationRequest {
  const { request } = exchange;
  return {
    exchange,
    method: request.method,
    responseType: responseTypeOf(request),
    takesEvents: request.accepts(EVENT_STREAM) !== false,
    idempotencyKey: request.method === 'POST' ? idempotencyKeyOf(request) : undefined,
  };
}

/** Shows caches that the media type of the response depends on `Accept`. */
export const varyByAccept: RequestHandler = (_request, response, next) => {
  response.vary('Accept');
  next();
};

/** Returns the media type of an error response, which is never a stream. */
export function refusalTypeOf(request: Request): string {
  return responseTypeOf(request) === GRAPHQL_RESPONSE ? GRAPHQL_RESPONSE : RESPONSE_TYPES[0]!;
}

function responseTypeOf(request: Request): string {
  return request.accepts(RESPONSE_TYPES) || RESPONSE_TYPES[0]!;
}
