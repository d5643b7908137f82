import { jsonText } from '../http/response/json-text.ts';
import type { SuccessBody } from './shape.ts';

/** Returns the body of a successful request. */
export function success(payload: SuccessBody): string | Promise<string> {
  return jsonText({ status: 'success', ...payload });
}
