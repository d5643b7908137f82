import { jsonText } from '../http/json-text.ts';
import type { AppError } from '../schema/errors.ts';
import type { Payload } from './route.ts';

/** The text of a success (specification, "General rules" 4). */
export function success(payload: Payload): string | Promise<string> {
  return jsonText({ status: 'success', ...payload });
}

/** The text of a failure; `details` when several fields are wrong. */
export function failure({ faults }: AppError): string {
  const { code, message, field } = faults[0]!;
  const details = faults.length > 1 ? { details: faults } : {};
  return JSON.stringify({ status: 'error', error: { code, message, field, ...details } });
}
