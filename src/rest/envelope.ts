import { jsonText } from '../http/response/json-text.ts';
import type { Payload } from './shape.ts';

/** Returns the body of a successful request. */
export function success(payload: Payload): string | Promise<string> {
  return jsonText({ status: 'success', ...payload });
}
