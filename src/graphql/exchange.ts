import type { Request, RequestHandler, Response } from 'express';
import { addVary } from '../http/respond.ts';

export const EVENT_STREAM = 'text/event-stream';
/** The media type of GraphQL over HTTP whose status shows whether there is data. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json';
/** The supported media types; the first is the default. */
const RESPONSE_TYPES = ['application/json', GRAPHQL_RESPONSE, EVENT_STREAM];

/** What an operation can know about its HTTP request. */
export interface Exchange {
  method: string;
  /** The media type in `RESPONSE_TYPES` that the client prefers. */
  responseType: string;
  takesEvents: boolean;
  /** Calls `leave` once the client disconnects. Returns a function that cancels this. */
  onceGone(leave: () => void): () => void;
}

export function exchangeOf(request: Request, response: Response): Exchange {
  return {
    method: request.method,
    responseType: responseTypeOf(request),
    takesEvents: request.accepts(EVENT_STREAM) !== false,
    onceGone(leave) {
      if (response.closed) leave();
      response.once('close', leave);
      return () => response.off('close', leave);
    },
  };
}

/** Tells caches that the media type of the response depends on `Accept`. */
export const varyByAccept: RequestHandler = (_request, response, next) => {
  addVary(response, 'Accept');
  next();
};

/** Returns the media type of an error response, which is never a stream. */
export function refusalTypeOf(request: Request): string {
  return responseTypeOf(request) === GRAPHQL_RESPONSE ? GRAPHQL_RESPONSE : RESPONSE_TYPES[0]!;
}

function responseTypeOf(request: Request): string {
  return request.accepts(RESPONSE_TYPES) || RESPONSE_TYPES[0]!;
}
