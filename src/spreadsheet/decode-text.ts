import { analyse } from 'chardet';
import { lettersOfNoLanguage } from './alphabets.ts';
import { oddities } from './oddities.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** How much of a file without a byte order mark shows whether it is UTF-16. */
const SAMPLE_BYTES = 1_000;
/** How much of a file shows which code page it has. */
const DETECT_BYTES = 200_000;
/** How many of its texts are looked at. */
const MAX_WORDS = 2_000;
/** The share of words that may look wrong: of products with names in other languages, or with typing errors. */
const MAX_ODD = 0.02;
/** By how much, of 100, a detector must prefer an encoding to decide. */
const SURE_BY = 10;
const SPACE = Buffer.from(' ');

/** Code pages that are recognized, the most frequent ones first. Others can be chosen. */
const CODE_PAGES = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'euc-jp',
  'koi8-r',
  'ibm866',
  'windows-1254',
  'windows-1257',
  'windows-1253',
  'iso-8859-2',
  'macintosh',
  'x-mac-cyrillic',
  'iso-8859-5',
  'iso-8859-15',
] as const;

/** A text, and what was assumed to read it. */
export interface DecodedText {
  text: string;
  /** The label of the encoding, as the Encoding Standard has it. */
  encoding: string;
  /** Encodings that fit as well, if nothing shows which is right, each with a text that it changes. */
  candidates: { encoding: string; example: string }[];
}

/** The error for a label that names no encoding. */
export class UnknownEncoding extends Error {
  constructor() {
    super('must be an encoding such as utf-8, windows-1252 or windows-1250');
  }
}

/**
 * Returns the text of a file: as `encoding` says, else UTF-8 or UTF-16, with or without a byte order mark, else in the
 * code page in which its words look like words.
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

/** The decoder removes the byte order mark. */
function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeAll(bytes: Uint8Array, label: string): string {
  const text = decode(bytes, label);
  if (text !== undefined && (label.startsWith('utf') || !hasControls(text))) return text;
  const line = lineOfFault(bytes, label);
  throw new UnreadableFile(
    `Row ${line} is not ${nameOf(label)}. Save the file as "CSV UTF-8", or choose the encoding that it has`,
  );
}

/** @throws UnreadableFile for what no text has */
function checked(text: string): string {
  if (text.includes('\0'))
    throw new UnreadableFile(
      'The file is neither a spreadsheet nor CSV. Save the list as .xlsx or CSV and send that file',
    );
  return text;
}

/** Code pages leave bytes without a meaning, which the decoder turns into control characters. */
function hasControls(text: string): boolean {
  return /[\u0080-\u009F]/.test(text);
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

/** A file with characters of UTF-8 is UTF-8, also if some bytes are not: another encoding would change all the others. */
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
    throw new UnreadableFile(
      `Row ${firstFault} is not UTF-8, but other rows are: the file is damaged. Save it again as "CSV UTF-8"`,
    );
}

interface Candidate {
  label: string;
  text: string;
  /** What its words have that those of no language have. */
  faults: number;
  /** Its letters that are not those of one language. */
  foreign: number;
  /** What a detector by languages thinks of it, 0 to 100. */
  confidence: number;
}

function decodeCodePage(bytes: Uint8Array): DecodedText {
  const samples = wordsOf(bytes);
  const confidences = confidencesOf(samples);
  const fitting: Candidate[] = [];
  for (const label of CODE_PAGES) {
    const words = samples.map((word) => decode(word, label) ?? '\u0080');
    if (words.some(hasControls)) continue;
    const faults = words.reduce((sum, word) => sum + oddities(word), 0);
    if (faults > words.length * MAX_ODD) continue;
    const text = decode(bytes, label);
    if (text === undefined || hasControls(text)) continue;
    const foreign = lettersOfNoLanguage(words.join(' '));
    fitting.push({ label, text, faults, foreign, confidence: confidences.get(label) ?? 0 });
  }
  if (fitting.length === 0)
    throw new UnreadableFile(
      `Row ${firstOddLine(bytes)} has characters in an encoding that cannot be recognized. Save the file as "CSV UTF-8", or choose its encoding`,
    );
  // The sort is stable: of equal ones the most frequent code page is first.
  const [best, ...others] = fitting.toSorted(
    (one, other) =>
      one.faults + one.foreign - other.faults - other.foreign || other.confidence - one.confidence,
  );
  const unsure = others.filter(
    ({ text, faults, foreign, confidence }) =>
      text !== best!.text &&
      faults + foreign === best!.faults + best!.foreign &&
      best!.confidence - confidence < SURE_BY,
  );
  return {
    text: best!.text,
    encoding: best!.label,
    candidates: unsure.length === 0 ? [] : [best!, ...unsure].map(({ label }) => exampleOf(label, samples)),
  };
}

/** Returns what a detector that knows languages thinks of the words. */
function confidencesOf(words: readonly Uint8Array[]): Map<string, number> {
  const confidences = new Map<string, number>();
  const all = Buffer.concat(words.flatMap((word) => [word, SPACE])).subarray(0, DETECT_BYTES);
  for (const { name, confidence } of analyse(all)) {
    const label = labelIfKnown(name);
    if (label === undefined) continue;
    const pages = label === 'iso-8859-2' ? ['windows-1250', label] : [label];
    for (const page of pages) confidences.set(page, Math.max(confidence, confidences.get(page) ?? 0));
  }
  return confidences;
}

function labelIfKnown(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

function exampleOf(label: string, words: Uint8Array[]): { encoding: string; example: string } {
  return {
    encoding: label,
    example: words
      .slice(0, 3)
      .map((word) => decode(word, label))
      .join(', '),
  };
}

/** Returns the words with bytes that are not ASCII, each once, as far as they are needed to recognize a code page. */
function wordsOf(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>();
  let start = 0;
  let isForeign = false;
  for (let at = 0; at <= bytes.length && words.size < MAX_WORDS; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isForeign = true;
    // Bytes of Japanese characters can be letters and signs, but not spaces and separators.
    if (!SEPARATORS.has(byte)) continue;
    if (isForeign) {
      const word = bytes.subarray(start, Math.min(at, start + 200));
      words.set(Buffer.from(word).toString('latin1'), word);
    }
    start = at + 1;
    isForeign = false;
  }
  return [...words.values()];
}

const SEPARATORS = new Set([' ', '\t', '\r', '\n', ',', ';', '"', '/'].map((sign) => sign.codePointAt(0)!));

function firstOddLine(bytes: Uint8Array): number {
  let line = 1;
  for (const byte of bytes) {
    if (byte === 0x0a) line += 1;
    if (byte >= 0x80) return line;
  }
  return line;
}

/** Returns the line of the first byte that the encoding does not have. */
function lineOfFault(bytes: Uint8Array, label: string): number {
  // Every encoding that is known has its line ends as bytes, apart from UTF-16, whose faults are not found by lines.
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

function nameOf(label: string): string {
  return label
    .replace(/^utf/, 'UTF')
    .replace(/^windows/, 'Windows')
    .replace(/^iso/, 'ISO');
}
