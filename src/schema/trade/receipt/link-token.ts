import { createHash, randomBytes } from 'node:crypto';
import baseX from 'base-x';

const LINK_TOKEN_BYTES = 16;
/** The most digits that 16 bytes have in base62. */
const LINK_TOKEN_LENGTH = 22;
const tokenBase62 = baseX('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const LINK_TOKEN_FORM = /^[0-9A-Za-z]{22}$/;

/** Returns the token of a new link: 128 random bits. */
export function newLinkToken(): string {
  return tokenBase62.encode(randomBytes(LINK_TOKEN_BYTES)).padStart(LINK_TOKEN_LENGTH, '0');
}

/** Returns whether `value` has the form of a token; other values cost no query. */
export function isLinkToken(value: string): boolean {
  return LINK_TOKEN_FORM.test(value);
}

/** Returns the hash of a token; the token itself is never stored. */
export function hashOfLink(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
