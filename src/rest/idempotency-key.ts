import type { Request } from 'express';
import { fault } from '../schema/errors.ts';

const HEADER = 'Idempotency-Key';

/** The key a client gave its request. @throws AppError `validation_error` unless 1…255 visible ASCII characters */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get(HEADER);
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw fault('validation_error', `${HEADER} must be 1 to 255 visible ASCII characters`, HEADER);
}
