import type { Request } from 'express';
import { fault } from '../schema/errors.ts';

const HEADER = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;
/** Visible ASCII. */
export const KEY_PATTERN = `^[\\x21-\\x7e]{1,${MAX_KEY_LENGTH}}$`;
const FORM = new RegExp(KEY_PATTERN);

/** The key a client gave its request. @throws AppError `validation_error` unless it has that form */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(HEADER);
  if (key === undefined || FORM.test(key)) return key;
  throw fault(
    'validation_error',
    `${HEADER} must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters`,
    HEADER,
  );
}
