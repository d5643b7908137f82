import { hash } from 'node:crypto';

/** Of 64 hexadecimal digits; enough to tell the keys of an account apart. */
const LENGTH = 32;

/** Returns the hash by which the request log knows an idempotency key. */
export function idempotencyHashOf(key: string): string {
  return hash('sha256', key).slice(0, LENGTH);
}
