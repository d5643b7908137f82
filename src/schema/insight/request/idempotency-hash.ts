import { hash } from 'node:crypto';

/** The length of a hash, out of 64 hexadecimal digits; enough to distinguish the keys of an account. */
const LENGTH = 32;

/** Returns the hash that the request log stores instead of an idempotency key. */
export function idempotencyHashOf(key: string): string {
  return hash('sha256', key).slice(0, LENGTH);
}
