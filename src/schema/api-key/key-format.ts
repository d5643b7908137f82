import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import baseX from 'base-x';

/** What every key begins with. */
export const PREFIX = 'prv_';
const RANDOM_BYTES = 32;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base62 = baseX(ALPHABET);
const FORM = /^prv_[0-9A-Za-z]{38,60}$/;
// Also one cut short, and any letter as %XX: a masked URL need not be exact, only harmless.
const LOOK_ALIKE = /(?:p|%70)(?:r|%72)(?:v|%76)(?:_|%5f)(?:[0-9a-z]|%[3-7][0-9a-f])+/gi;

/**
 * A new key value: `prv_`, 32 random bytes in base62, and a checksum by which a secret scanner, and
 * we before any query, can tell a key from a look-alike.
 */
export function newKey(): string {
  const body = PREFIX + base62.encode(randomBytes(RANDOM_BYTES));
  return body + checksum(body);
}

/** Whether `value` has a key's form and checksum. */
export function isKey(value: string): boolean {
  return FORM.test(value) && checksum(value.slice(0, -CHECKSUM_LENGTH)) === value.slice(-CHECKSUM_LENGTH);
}

/** Takes out of a text, such as a URL, what looks like a key, percent-encoded or not. */
export function maskKeys(text: string): string {
  return text.replace(LOOK_ALIKE, '[key]');
}

/** All that is stored of a key (specification, "Authentication" 6). */
export function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The CRC32 of `text` in base62, padded with zeros to six characters. */
function checksum(text: string): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(text));
  return base62.encode(value).replace(/^0+/, '').padStart(CHECKSUM_LENGTH, '0');
}
