import type { Request } from 'express';
import { errorAt } from '../../schema/core/errors.ts';
import type { Headers } from '../response/exchange.ts';

const KEY_HEADER = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;
/** Visible ASCII characters. */
export const KEY_PATTERN = `^[!-~]{1,${MAX_KEY_LENGTH}}$`;
const FORM = new RegExp(KEY_PATTERN);

/**
 * Returns the request's idempotency key, if it has one.
 *
 * @throws AppError `validation_error` when the key is malformed
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(KEY_HEADER);
  if (key === undefined || FORM.test(key)) return key;
  // guard: idempotency-key-form
  throw errorAt(KEY_HEADER, 'invalid_format', `must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters`);
}

/** Returns the header that marks a repeated response. */
export function replayHeaders({ replayed }: { replayed: boolean }): Headers {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {};
}
