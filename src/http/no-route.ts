import type { Request, Response } from 'express';
import { maskKeys } from '../schema/api-key/key-format.ts';
import { type AppError, fault } from '../schema/errors.ts';
import { addHeaders, respondEmpty } from './respond.ts';

/** How much of a path an error repeats; paths can have any length. */
const MAX_PATH = 200;

/** Returns the error for a request without a route: what arrived and, as `help`, what would work. */
export function noRoute({ method, originalUrl }: Request, help: string): AppError {
  // A query can contain secrets, so it is not repeated.
  const [path = ''] = originalUrl.split('?', 1);
  const safe = maskKeys(path);
  const shown = safe.length > MAX_PATH ? `${safe.slice(0, MAX_PATH)}…` : safe;
  return fault('not_found', `No route for ${method} ${shown}. ${help}`);
}

/**
 * Responds to OPTIONS with the allowed methods, and refuses other methods.
 *
 * @throws AppError `method_not_allowed`
 */
export function refuseMethod({ method }: Request, response: Response, allowed: readonly string[]): void {
  const allow = allowed.join(', ');
  addHeaders(response, ['Allow', allow]);
  if (method === 'OPTIONS') return respondEmpty(response, 204);
  throw fault('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}`);
}
