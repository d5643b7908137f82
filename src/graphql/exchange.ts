import type { Request, Response } from 'express';

export const EVENT_STREAM = 'text/event-stream';
/** What is answered as; the first unless the client prefers another. */
const ANSWERS = ['application/json', 'application/graphql-response+json', EVENT_STREAM];

/** What the parts of an operation may know of how it was asked for over HTTP. */
export interface Exchange {
  method: string;
  /** The one of `ANSWERS` that the client prefers. */
  answer: string;
  takesEvents: boolean;
  /** Calls `leave` once the client has left, and gives what takes that back. */
  onceGone(leave: () => void): () => void;
}

export function exchangeOf(request: Request, response: Response): Exchange {
  return {
    method: request.method,
    answer: request.accepts(ANSWERS) || ANSWERS[0]!,
    takesEvents: request.accepts(EVENT_STREAM) !== false,
    onceGone(leave) {
      if (response.closed) leave();
      response.once('close', leave);
      return () => response.off('close', leave);
    },
  };
}
