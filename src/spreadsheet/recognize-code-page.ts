import { analyse } from 'chardet';
import { lettersOfNoLanguage } from './alphabets.ts';
import { decode, hasControls } from './decode-strictly.ts';
import { oddities } from './oddities.ts';
import { unreadable } from './unreadable-file.ts';

/** How much of a file shows which code page it has. */
const DETECT_BYTES = 200_000;
/** How many of its texts are looked at. */
const MAX_SAMPLE_WORDS = 2_000;
/**
 * The share of words that may look wrong: of products with names in other languages, or with typing errors.
 */
const MAX_ODD = 0.02;
/** By how much, of 100, a detector must prefer an encoding to decide. */
const SURE_BY = 10;
const SPACE_BYTES = Buffer.from(' ');

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
  'gbk',
  'big5',
  'euc-kr',
] as const;

/**
 * The code pages of spreadsheets today. Others are only read without a question if many words show that they
 * are right.
 */
const COMMON = new Set<string>(['windows-1252', 'windows-1250', 'windows-1251', 'shift_jis']);
const MANY_WORDS = 20;
/** The number of words below which a detector of languages guesses. */
const FEW_WORDS = 4;
/** The confidence, of 100, from which a detector is sure. */
const SURE = 50;
/** How many encodings a question offers. */
const MAX_CANDIDATES = 8;

/** A decoded text, and the encoding that was assumed. */
export interface DecodedText {
  text: string;
  /** The label of the encoding, as the Encoding Standard has it. */
  encoding: string;
  /** Encodings that fit as well, if nothing shows which is right, each with a text that it changes. */
  candidates: { encoding: string; example: string }[];
}

interface CodePageCandidate {
  label: string;
  text: string;
  /** The number of features in its words that words of no language have. */
  faults: number;
  /** The number of its letters that do not belong to one language. */
  foreign: number;
  /** The confidence of a detector by languages, 0 to 100. */
  confidence: number;
}

/**
 * Returns the text of a file in the code page in which its words look like words, and the other candidates.
 *
 * @throws UnreadableFile if they look like words in none
 */
export function decodeCodePage(bytes: Uint8Array): DecodedText {
  const samples = foreignWords(bytes);
  const confidences = confidencesOf(samples);
  const fitting: CodePageCandidate[] = [];
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
  const row = fitting.length === 0 ? firstOddLine(bytes) : undefined;
  if (row !== undefined)
    throw unreadable(
      'row_in_other_encoding',
      `Row ${row} has characters in an encoding that cannot be recognized. Save the file as "CSV UTF-8", or choose its encoding`,
      { row },
    );
  // The sort is stable: of equal ones the most frequent code page is first.
  const [best, ...others] = fitting.toSorted(
    (one, other) =>
      one.faults + one.foreign - other.faults - other.foreign || other.confidence - one.confidence,
  );
  const isKana = best!.label === 'shift_jis' && isJapanese(best!.text);
  const differing = others.filter(
    ({ label, text }) => text !== best!.text && !(isKana && CHINESE.has(label)),
  );
  const equal = differing.filter(({ faults, foreign }) => faults + foreign === best!.faults + best!.foreign);
  const isSure = isEvident(best!, {
    words: samples.length,
    differing: differing.length,
    equal: equal.length,
  });
  const unsure = isSure
    ? equal.filter(({ confidence }) => best!.confidence - confidence < SURE_BY)
    : differing;
  return {
    text: best!.text,
    encoding: best!.label,
    candidates:
      isSure && unsure.length === 0
        ? []
        : [best!, ...unsure].slice(0, MAX_CANDIDATES).map(({ label }) => encodingExample(label, samples)),
  };
}

/**
 * Returns whether the words of a file show that an encoding is right, apart from others that a detector
 * thinks as likely.
 */
function isEvident(
  { label, text, faults, foreign, confidence }: CodePageCandidate,
  { words, differing, equal }: { words: number; differing: number; equal: number },
): boolean {
  if (label === 'shift_jis') return isJapanese(text);
  if (COMMON.has(label)) return words >= FEW_WORDS || label === 'windows-1252' || equal === 0;
  const isFaultless = faults + foreign === 0;
  return isFaultless && (differing === 0 ? words >= FEW_WORDS : words >= MANY_WORDS && confidence >= SURE);
}

/** Encodings in which Japanese texts look like Chinese or Korean ones. */
const CHINESE = new Set<string>(['gbk', 'big5', 'euc-kr']);
/**
 * The share of syllables among the characters of Japanese texts, of which half-width ones are what others
 * look like.
 */
const KANA = 0.2;

function isJapanese(text: string): boolean {
  const kana = text.match(/[\u3041-\u30FE]/g)?.length ?? 0;
  const all = text.match(/[\p{L}--\p{ASCII}]/gv)?.length ?? 0;
  return kana > 0 && kana >= all * KANA;
}

/** Returns the confidence of a detector by languages in each code page. */
function confidencesOf(words: readonly Uint8Array[]): Map<string, number> {
  const confidences = new Map<string, number>();
  const all = Buffer.concat(words.flatMap((word) => [word, SPACE_BYTES])).subarray(0, DETECT_BYTES);
  for (const { name, confidence } of analyse(all)) {
    const label = supportedLabel(name);
    if (label === undefined) continue;
    const pages = label === 'iso-8859-2' ? ['windows-1250', label] : [label];
    for (const page of pages) confidences.set(page, Math.max(confidence, confidences.get(page) ?? 0));
  }
  return confidences;
}

function supportedLabel(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

function encodingExample(label: string, words: Uint8Array[]): { encoding: string; example: string } {
  return {
    encoding: label,
    example: words
      .slice(0, 3)
      .map((word) => decode(word, label))
      .join(', '),
  };
}

/**
 * Returns the words with bytes that are not ASCII, each once, as far as they are needed to recognize a code
 * page.
 */
function foreignWords(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>();
  let start = 0;
  let isForeign = false;
  for (let at = 0; at <= bytes.length && words.size < MAX_SAMPLE_WORDS; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isForeign = true;
    // Bytes of Japanese characters can be letters and signs, but not spaces and separators.
    if (!WORD_SEPARATORS.has(byte)) continue;
    if (isForeign) {
      const word = bytes.subarray(start, Math.min(at, start + 200));
      words.set(Buffer.from(word).toString('latin1'), word);
    }
    start = at + 1;
    isForeign = false;
  }
  return [...words.values()];
}

const WORD_SEPARATORS = new Set(
  [' ', '\t', '\r', '\n', ',', ';', '"', '/'].map((sign) => sign.codePointAt(0)!),
);

function firstOddLine(bytes: Uint8Array): number {
  let line = 1;
  for (const byte of bytes) {
    if (byte === 0x0a) line += 1;
    if (byte >= 0x80) return line;
  }
  return line;
}
