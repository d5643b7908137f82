import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;

/** Returns a new token for a cookie: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns whether `value` has the form of a token; other values cost no query. */
export function isToken(value: string | undefined): value is string {
  return value !== undefined && TOKEN_FORM.test(value);
}

/** Returns the hash of a token; the token itself is never stored. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
