import { SSF } from '@e965/xlsx';

/** The content that a format shows: a number, a date, or more, such as leading zeros or a currency. */
type Shows = 'number' | 'date' | 'more';

/** The formats seen so far: a file has few formats, and many cells of each. */
const cachedFormats = new Map<string, Shows>();
const MAX_CACHED_FORMATS = 1_000;
/** The maximum length of a format of spreadsheets. */
const MAX_FORMAT_LENGTH = 255;

/** Colours and conditions, signs that only take space, and signs of numbers. */
const NEUTRAL = /\[(?!\$)[^[\]]*\]|\[\$-[^[\]]*\]|[_*].|\\?[\s()+-]/gsu;
/** Digits with thousands and decimals, such as `#,##0.00`, `# ?/?` and `0.00E+00`. */
const DIGIT_PATTERN = /^(?:[#?,]*0?(?:\.[0#?]*)?(?:E[0#]+)?|[#?0]*\/[#?0-9]+|General|@)$/;

/** Commas after the last digit before the point: the cell shows thousandths of its number. */
const SCALED = /[#0?],{1,9}(?:\.|$)/;
/** A part for some numbers alone, such as `[<1000]`. */
const CONDITION = /\[[<>=]/;

/** Returns what a number format shows. */
export function whatShows(format: string): Shows {
  if (format.length > MAX_FORMAT_LENGTH) return 'more';
  const cached = cachedFormats.get(format);
  if (cached) return cached;
  const shows = found(format);
  if (cachedFormats.size < MAX_CACHED_FORMATS) cachedFormats.set(format, shows);
  return shows;
}

function found(format: string): Shows {
  if (format === 'General' || format === '@') return 'number';
  if (SSF.is_date(format)) return 'date';
  const sections = formatSections(format);
  return (CONDITION.test(format) ? sections : sections.slice(0, 1)).every(isPlainSection) ? 'number' : 'more';
}

function isPlainSection(section: string): boolean {
  const digits = section.replaceAll(NEUTRAL, '');
  return DIGIT_PATTERN.test(digits) && !SCALED.test(digits);
}

/** Returns the parts of a format for positive numbers, negative ones, zero and text. */
function formatSections(format: string): string[] {
  const sections = [''];
  for (const piece of format.match(/"[^"]*"|\\.|./gsu) ?? []) {
    if (piece === ';') sections.push('');
    else sections.push(sections.pop()! + piece);
  }
  return sections;
}
