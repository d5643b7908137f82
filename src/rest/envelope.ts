import type { Payload } from './route.ts';

/** Returns the body of a successful request. */
export function success(payload: Payload): string {
  return JSON.stringify({ status: 'success', ...payload });
}
