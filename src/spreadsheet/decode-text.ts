import { violation } from '../problems.ts';
import { decode, hasControls } from './decode-strictly.ts';
import { type DecodedText, decodeCodePage } from './recognize-code-page.ts';
import { unreadable } from './unreadable-file.ts';

/** How much of a file without a byte order mark shows whether it is UTF-16. */
const SAMPLE_BYTES = 1_000;
/** The error for a label that names no encoding. */
export class UnknownEncoding extends Error {
  readonly found = violation(
    'unknown_encoding',
    'must be an encoding such as utf-8, windows-1252 or windows-1250',
  );
}

/**
 * Returns the text of a file: as `encoding` says, else UTF-8 or UTF-16, with or without a byte order mark,
 * else in the code page in which its words look like words.
 *
 * @throws UnreadableFile if it is no text in that encoding, or in none that is known
 */
export function decodeText(bytes: Uint8Array, encoding?: string): DecodedText {
  if (encoding !== undefined) {
    const label = labelOf(encoding);
    return { text: checked(decodeAll(bytes, label)), encoding: label, candidates: [] };
  }
  const certain = certainEncodingOf(bytes);
  if (certain !== undefined)
    return { text: checked(decodeAll(bytes, certain)), encoding: certain, candidates: [] };
  // NUL does not occur in the text of any format that remains.
  if (bytes.includes(0)) checked('\0');
  requireNoDamage(bytes);
  return decodeCodePage(bytes);
}

function labelOf(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    throw new UnknownEncoding();
  }
}

function decodeAll(bytes: Uint8Array, label: string): string {
  const text = decode(bytes, label);
  if (text !== undefined && (label.startsWith('utf') || !hasControls(text))) return text;
  const line = lineOfFault(bytes, label);
  throw unreadable(
    'row_in_other_encoding',
    `Row ${line} is not ${encodingName(label)}. Save the file as "CSV UTF-8", or choose the encoding that it has`,
    { row: line },
  );
}

/** @throws UnreadableFile for a character that no text has */
function checked(text: string): string {
  if (text.includes('\0'))
    throw unreadable(
      'not_a_spreadsheet',
      'The file is neither a spreadsheet nor CSV. Save the list as .xlsx or CSV and send that file',
    );
  return text;
}

function certainEncodingOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  // In UTF-16, every other byte of Latin text is zero.
  if (zeros[1]! > sample.length / 4 && zeros[0] === 0) return 'utf-16le';
  if (zeros[0]! > sample.length / 4 && zeros[1] === 0) return 'utf-16be';
  // Japanese mail programs switch between character sets in texts that are otherwise ASCII.
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\u001B$')) return 'iso-2022-jp';
  return decode(bytes, 'utf-8') === undefined ? undefined : 'utf-8';
}

/**
 * A file with characters of UTF-8 is UTF-8, also if some bytes are not: another encoding would change all the
 * others.
 */
function requireNoDamage(bytes: Uint8Array): void {
  let valid = 0;
  let invalid = 0;
  let line = 1;
  let firstFault = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    if (byte < 0x80) {
      if (byte === 0x0a) line += 1;
      at += 1;
      continue;
    }
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    let isValid = length > 0;
    for (let next = 1; next < length; next++) if ((bytes[at + next]! & 0xc0) !== 0x80) isValid = false;
    if (isValid) {
      valid += 1;
      at += length;
    } else {
      invalid += 1;
      firstFault ||= line;
      at += 1;
    }
  }
  if (valid > 0 && valid >= invalid)
    throw unreadable(
      'row_in_other_encoding',
      `Row ${firstFault} is not UTF-8, but other rows are: the file is damaged. Save it again as "CSV UTF-8"`,
      { row: firstFault },
    );
}

/** Returns the line of the first byte that the encoding does not have. */
function lineOfFault(bytes: Uint8Array, label: string): number {
  // Every supported encoding has its line ends as single bytes, apart from UTF-16, whose faults are not found
  // by lines.
  if (label.startsWith('utf-16')) return 1;
  let line = 1;
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    const text = decode(bytes.subarray(start, at), label);
    if (text === undefined || hasControls(text)) return line;
    line += 1;
    start = at + 1;
  }
  return line;
}

function encodingName(label: string): string {
  return label
    .replace(/^utf/, 'UTF')
    .replace(/^windows/, 'Windows')
    .replace(/^iso/, 'ISO');
}
