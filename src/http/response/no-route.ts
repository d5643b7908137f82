import type { Request } from 'express';
import { maskKeys } from '../../schema/people/api-key/key-format.ts';
import { type AppError, fault } from '../../schema/core/errors.ts';
import type { Exchange } from './exchange.ts';

/** How much of a path an error repeats; paths can have any length. */
const MAX_PATH_IN_MESSAGE = 200;

/** Returns the error for a request without a route, which names its path and, as `help`, an alternative. */
export function noRoute(request: Request, help: string): AppError {
  return fault('no_route', `No route for ${request.method} ${pathForMessage(request)}. ${help}`);
}

/**
 * Responds to OPTIONS with the allowed methods, and refuses other methods; `help` names what else would work.
 *
 * @throws AppError `method_not_allowed`
 */
export function refuseMethod(exchange: Exchange, allowed: readonly string[], help?: string): void {
  const { method } = exchange.request;
  const allow = allowed.join(', ');
  exchange.response.set('Allow', allow);
  if (method === 'OPTIONS') return exchange.respondEmpty(204);
  const allows = `Allowed: ${allow}${help ? `. ${help}` : ''}`;
  throw fault(
    'method_not_allowed',
    `${method} is not allowed on ${pathForMessage(exchange.request)}. ${allows}`,
  );
}

/** Returns the path of a request, shortened and without a query, which can contain secrets. */
export function pathForMessage({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  const [path = ''] = originalUrl.split('?', 1);
  return maskKeys(path.slice(0, MAX_PATH_IN_MESSAGE)) + (path.length > MAX_PATH_IN_MESSAGE ? '…' : '');
}
