import { type Weekday, WEEKDAY } from '../../../../core/noun/weekdays.ts';
import dictionary from '../../dictionaries/weekdays.json' with { type: 'json' };
import { plainName } from '../header/plain-name.ts';

const WEEKDAYS = WEEKDAY.values;

/** The words of a language for days of the week and lists of them. */
interface Language {
  /** The names of Monday to Sunday, as {@link plainName} writes them. */
  days: readonly string[];
  /** Words between the first and the last day of a range. */
  to: string;
  /** Words before, between and after days that have no effect. */
  beside: string;
  /** Words for all seven days. */
  all: string;
}

const LANGUAGES = dictionary satisfies Record<string, Language>;

/** A language of days of the week. */
export type DayLanguage = keyof typeof LANGUAGES;

export const DAY_LANGUAGES = Object.keys(LANGUAGES) as DayLanguage[];

type Meaning = number | 'to' | 'beside' | 'all';

const MEANINGS = Object.fromEntries(
  Object.entries(LANGUAGES).map(([name, language]) => [name, meaningsIn(language)]),
) as unknown as Record<DayLanguage, ReadonlyMap<string, Meaning>>;

function meaningsIn({ days, to, beside, all }: Language): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const add = (words: string, meaning: Meaning) => {
    for (const word of words.split(' ')) meanings.set(word, meaning);
  };
  add(all, 'all');
  add(beside, 'beside');
  add(to, 'to');
  // Spanish and Polish have words that are days in other languages, but no language has such a word in both
  // roles.
  for (const [day, names] of days.entries()) add(names, day);
  return meanings;
}

/** The maximum length of a text with days. */
const MAX_LENGTH = 200;
/** The signs of a range. */
const DASH = /[-‐‑‒–—―~−]/;
const NUMBERS = /^[1-7](?: ?[-–—.,;/+&] ?[1-7]| [1-7])*$/;
/** The tokens of a text: words, dashes, and other signs; `t/m` is one word. */
const TOKENS = /t\/m|[\p{L}\p{M}]+|[-‐‑‒–—―~−]|\d+|[^\s]/giu;
/** Signs that separate days, or stand around a list. */
const SEPARATORS = new Set([',', ';', '/', '+', '&', '.', '|', '·', '[', ']', '{', '}', '(', ')', '"', "'"]);

/** Returns the languages in which a text names days; none for texts that do not, all for numbers. */
export function dayLanguagesOf(text: string): ReadonlySet<DayLanguage> {
  return new Set(DAY_LANGUAGES.filter((language) => daysIn(text, language) !== undefined));
}

/**
 * Returns the days that a text names, such as `Mon, Wed`, `Mo–Fr`, `du lundi au vendredi`, `1,3` or `daily`,
 * in the order of the week.
 *
 * @param languages the languages in which the whole column can be read
 * @returns undefined for other texts, `ambiguous` if an abbreviation means other days in another language
 */
export function weekdaysIn(
  text: string,
  languages: ReadonlySet<DayLanguage> = new Set(),
): Weekday[] | 'ambiguous' | undefined {
  const own = DAY_LANGUAGES.flatMap((language) => {
    const days = daysIn(text, language);
    return days ? [{ language, days }] : [];
  });
  const possible = own.filter(({ language }) => languages.has(language));
  const readings = new Set((possible.length > 0 ? possible : own).map(({ days }) => days.join(' ')));
  if (readings.size > 1) return 'ambiguous';
  const [reading] = readings;
  return reading === undefined ? undefined : (reading.split(' ') as Weekday[]);
}

/** Returns the days that a text names in a language. */
function daysIn(text: string, language: DayLanguage): Weekday[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const numbers = numbersIn(plain);
  if (numbers) return inWeek(numbers);
  const meanings = MEANINGS[language];
  const whole = meanings.get(plainName(plain));
  if (whole === 'all') return [...WEEKDAYS];
  if (language === 'en' && /^(?:week|work|working ?)days$/i.test(plain)) return WEEKDAYS.slice(0, 5);
  const parts: Part[] = [];
  for (const [token] of plain.matchAll(TOKENS)) {
    const part = DASH.test(token)
      ? 'dash'
      : SEPARATORS.has(token)
        ? 'beside'
        : meanings.get(plainName(token));
    if (part === undefined || part === 'all') return undefined;
    parts.push(part);
  }
  const days = joined(parts);
  return days && inWeek(days);
}

/** Returns the days that numbers stand for: 1 is Monday, as in ISO 8601. */
function numbersIn(text: string): Set<number> | undefined {
  // As in ERPs: 135 is Monday, Wednesday and Friday.
  if (/^[1-7]{2,7}$/.test(text)) {
    const digits = new Set(Array.from(text, Number));
    return digits.size === text.length && Array.from(text).toSorted().join('') === text
      ? new Set([...digits].map((digit) => digit - 1))
      : undefined;
  }
  if (!NUMBERS.test(text)) return undefined;
  return joined(
    (text.match(/[1-7]|[-–—]/g) ?? []).map((sign) => (/\d/.test(sign) ? Number(sign) - 1 : 'dash')),
  );
}

/** A day, or a word or sign between days. */
type Part = number | 'to' | 'dash' | 'beside';

/** Returns the days of a list of days and ranges; undefined for a range without two different ends. */
function joined(parts: readonly Part[]): Set<number> | undefined {
  const chains: { days: number[]; hasWord: boolean }[] = [];
  let isOpen = false;
  for (const part of parts) {
    if (part === 'beside') continue;
    const chain = chains.at(-1);
    if (typeof part === 'string') {
      if (!chain) return undefined;
      chain.hasWord ||= part === 'to';
      isOpen = true;
    } else if (chain && isOpen) {
      if (chain.days.at(-1) === part) return undefined;
      chain.days.push(part);
      isOpen = false;
    } else chains.push({ days: [part], hasWord: false });
  }
  // Mon-Wed-Fri is a list: a range has two ends. Mon to Wed to Fri is neither.
  const isUnclear = chains.some(({ days, hasWord }) => days.length > 2 && hasWord);
  if (isOpen || isUnclear || chains.length === 0) return undefined;
  return new Set(chains.flatMap(({ days }) => (days.length === 2 ? range(days[0]!, days[1]!) : days)));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

function inWeek(days: ReadonlySet<number>): Weekday[] {
  return WEEKDAYS.filter((_name, day) => days.has(day));
}
