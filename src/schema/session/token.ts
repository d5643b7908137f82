import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;
const FORM = /^[\w-]{43}$/;

/** A new token for a cookie: 256 random bits. */
export function newToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Whether `value` has a token's form; whatever has not costs no query. */
export function isToken(value: string | undefined): value is string {
  return value !== undefined && FORM.test(value);
}

/** All that is stored of a token. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
