import type { Request } from 'express';
import { type AppError, fault } from '../schema/errors.ts';

/** How much of a path is repeated: it is as long as its sender likes. */
const MAX_PATH = 200;

/** Returns the error of a request that no route takes: what arrived, and by `help` what would work. */
export function noRoute({ method, originalUrl }: Request, help: string): AppError {
  // A query may hold what should not be repeated.
  const [path = ''] = originalUrl.split('?', 1);
  const shown = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
  return fault('not_found', `No route for ${method} ${shown}. ${help}`);
}
