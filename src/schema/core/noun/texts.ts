/**
 * The one form in which texts are stored and compared, so that texts that look the same are the same. The
 * page has a generated copy of this file, which therefore imports nothing.
 */

/** Matches texts that need only trimming, as most do. */
const ASCII = /^[ -~]*$/;
/** Control characters except tab and line breaks, noncharacters, and unpaired surrogates. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}\p{Cs}]/u;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');
const VISIBLE = /[^\p{Cc}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}]/u;

const SPACES = /\p{Zs}/gu;
const LINE_BREAKS = /\r\n?|[\u2028\u2029]/g;
const TABS_AND_LINE_BREAKS = /[\t\n\r\u2028\u2029]+/g;

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** The characters that change how their neighbours look: variation selectors, ZWNJ, ZWJ and tags. */
const SHAPING = /[\p{Variation_Selector}\p{Join_Control}\u{E0020}-\u{E007F}]/u;
/** Matches variation selectors with the character that they vary; after a space they vary nothing. */
const VARIATIONS = /(\s?)(\p{Variation_Selector})\p{Variation_Selector}*/gu;
const JOINERS = /[\p{Join_Control}\u{E0020}-\u{E007F}]+/gu;
const LETTER_OR_EMOJI = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Presentation}]/u;
const EMOJI = /\p{Extended_Pictographic}/u;
/** The tags of a flag, such as Scotland's. */
const FLAG = /^[\u{E0020}-\u{E007E}]+\u{E007F}$/u;

/** The longest sequence that NFC composes into one character, in UTF-16 code units. */
const MAX_COMPOSED = 8;

/** The length below which a run of combining marks, in UTF-16 code units, is normalised fast enough. */
const MAX_RUN = 256;
const MARKS = /\p{M}+/gu;
/** Marks of the lowest and the highest combining class. */
const [LOWEST, HIGHEST] = ['\u0334', '\u0345'];
/**
 * A mark of each combining class seen so far, lowest first: JavaScript does not expose the numbers of the
 * classes.
 */
const classes: string[] = [];
const partsOfMarks = new Map<string, Part[]>();

/** A mark and its combining class; starters, which keep their positions, have none. */
interface Part {
  mark: string;
  of: string;
}

/**
 * Returns the normal form of a text. A text beyond `max` characters may be returned as it is, because it is
 * too long in either form.
 */
export type TextForm = (text: string, max?: number) => string;

/** Returns the normal form of a name or another text of one line. */
export const singleLine: TextForm = (text, max) =>
  ASCII.test(text) ? text.trim() : composed(withoutInvisible(onOneLine(text)).trim(), max);

/** Returns the normal form of notes, an address or another text that can have several lines. */
export const multiLine: TextForm = (text, max) =>
  ASCII.test(text)
    ? text.trim()
    : composed(text.replaceAll(LINE_BREAKS, '\n').replaceAll(SPACES, ' ').trim(), max);

/** Returns the normal form of a text that identifies something, such as a lot or a reference. */
export const identifier: TextForm = (text, max) =>
  ASCII.test(text) ? text.trim() : composed(onOneLine(text).replaceAll(INVISIBLE, '').trim(), max);

/** Returns whether a text has no forbidden characters. */
export function isStorable(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/** Returns the text with a space instead of each forbidden character. */
export function storable(text: string): string {
  return text.replaceAll(ALL_FORBIDDEN, ' ');
}

/** Returns whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

function onOneLine(text: string): string {
  return text.replaceAll(TABS_AND_LINE_BREAKS, ' ').replaceAll(SPACES, ' ');
}

function composed(text: string, max = Infinity): string {
  return text.length > max * MAX_COMPOSED ? text : normalized(text, 'NFC');
}

/**
 * Returns the result of `normalize`, without its quadratic time for thousands of combining marks in a row.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text
    .replaceAll(MARKS, (run) => (run.length > MAX_RUN ? inCanonicalOrder(run) : run))
    .normalize(form);
}

/**
 * Sorts marks by their combining classes, as all normal forms do. Marks of one class, and starters, keep
 * their order.
 */
function inCanonicalOrder(run: string): string {
  let ordered = '';
  const waiting = new Map<string, string>();
  const sorted = () =>
    [...waiting]
      .toSorted(([one], [other]) => classes.indexOf(one) - classes.indexOf(other))
      .map(([, marks]) => marks)
      .join('');
  for (const { mark, of } of Array.from(run, partsOf).flat()) {
    if (of !== '') {
      waiting.set(of, (waiting.get(of) ?? '') + mark);
      continue;
    }
    ordered += sorted() + mark;
    waiting.clear();
  }
  return ordered + sorted();
}

/**
 * Returns the marks that a mark decomposes to, usually itself, each with the first mark seen `of` its
 * combining class.
 */
function partsOf(given: string): Part[] {
  const known = partsOfMarks.get(given);
  if (known) return known;
  const parts = Array.from(given.normalize('NFD'), (mark) => {
    const isStarter = !isBefore(LOWEST, mark) && !isBefore(mark, HIGHEST);
    return { mark, of: isStarter ? '' : placeOf(mark) };
  });
  partsOfMarks.set(given, parts);
  return parts;
}

function placeOf(mark: string): string {
  const at = classes.findIndex((each) => !isBefore(each, mark));
  if (at !== -1 && !isBefore(mark, classes[at]!)) return classes[at]!;
  classes.splice(at === -1 ? classes.length : at, 0, mark);
  return mark;
}

/** Returns whether the combining class of a mark is lower than that of another. */
function isBefore(one: string, other: string): boolean {
  return one !== other && (other + one).normalize('NFD') === one + other;
}

/** Removes the invisible characters that do not shape a letter or an emoji. */
function withoutInvisible(text: string): string {
  const shaped = text.replaceAll(INVISIBLE, (each) => (SHAPING.test(each) ? each : ''));
  return shaped
    .replaceAll(VARIATIONS, (_all, space: string, selector: string, at: number) =>
      space === '' && at > 0 ? selector : space,
    )
    .replaceAll(JOINERS, joinersBetween);
}

function joinersBetween(joiners: string, at: number, text: string): string {
  const before = lastVisible(text, at);
  const after = text.codePointAt(at + joiners.length);
  if (FLAG.test(joiners) && EMOJI.test(before)) return joiners;
  if (!LETTER_OR_EMOJI.test(before) || after === undefined) return '';
  if (!LETTER_OR_EMOJI.test(String.fromCodePoint(after))) return '';
  // Repeated joiners look like one.
  return joiners.replaceAll(/(\p{Join_Control})\p{Join_Control}+/gu, '$1');
}

/** Returns the character before a position, apart from its variation selector; empty at the start. */
function lastVisible(text: string, at: number): string {
  const [character = ''] = /.\p{Variation_Selector}?$/u.exec(text.slice(Math.max(0, at - 4), at)) ?? [];
  return character;
}
