import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Headers } from './respond.ts';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Returns the headers that a middleware, which must do nothing else, sets on the response to `request`. */
export function headersOf(middleware: Middleware, request: IncomingMessage): Headers {
  const response = new Listening(request);
  middleware(request, response, (error) => {
    if (error) throw error;
  });
  return [...response.headers].flat();
}

class Listening extends ServerResponse {
  readonly headers = new Map<string, string>();

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.set(name, String(value));
    return super.setHeader(name, value);
  }
}
