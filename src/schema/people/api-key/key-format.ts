import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import baseX from 'base-x';

/** The prefix of every key. */
export const PREFIX = 'prv_';
const NEW_KEY_BYTES = 32;
/** The most digits that 32 bytes have in base62. */
const RANDOM_DIGITS = 43;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyBase62 = baseX(ALPHABET);
const KEY_FORM = /^prv_[0-9A-Za-z]{38,60}$/;
// Also matches truncated keys, and letters that are percent-encoded any number of times: masking too much is
// harmless.
const LOOK_ALIKE = /(?:p|%(?:25)*[57]0)(?:r|%(?:25)*[57]2)(?:v|%(?:25)*[57]6)(?:_|%(?:25)*5f)[0-9a-z%]+/gi;

/**
 * Returns a new key value: `prv_`, 32 random bytes in base62, and a checksum. The checksum lets secret
 * scanners, and the service before any query, recognize a well-formed key. A key of a cell has the cell's
 * name after `prv_`, and always 55 characters: other keys are shorter, so a proxy recognizes it by its
 * length.
 */
export function newKey(cell?: string): string {
  const random = keyBase62.encode(randomBytes(NEW_KEY_BYTES));
  const body = PREFIX + (cell === undefined ? random : cell + random.padStart(RANDOM_DIGITS, '0'));
  return body + checksum(body);
}

/** Returns whether `value` has the form and checksum of a key. */
export function isKey(value: string): boolean {
  return KEY_FORM.test(value) && checksum(value.slice(0, -CHECKSUM_LENGTH)) === value.slice(-CHECKSUM_LENGTH);
}

/**
 * Returns the text, such as a URL, with everything that looks like a key masked, also when percent-encoded.
 */
export function maskKeys(text: string): string {
  return text.replace(LOOK_ALIKE, '[key]');
}

/** Returns the hash of a key; the key itself is never stored. */
export function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Returns the CRC32 of `text` in base62, padded with zeros to six characters. */
function checksum(text: string): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(text));
  return keyBase62.encode(value).replace(/^0+/, '').padStart(CHECKSUM_LENGTH, '0');
}
