import { type Violation, violation } from '../../../../../problems.ts';
import { dayOfSerial } from '../../../../../spreadsheet/serial-day.ts';
import months from '../../dictionaries/months.json' with { type: 'json' };

/** The order of day, month and year in dates that are written with numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export const DATE_ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];

export const ORDER_NAMES: Record<DateOrder, string> = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year/month/day',
};

/** The meaning of a text as a date. */
export type DateText =
  /** A day, which may not exist, such as 2099-02-31. */
  | { day: string }
  /** The days that the text means in each of these orders. */
  | { days: Partial<Record<DateOrder, string>> }
  | { found: Violation };

/** The number of letters that identify a month. */
const NAME_LENGTH = 3;
/** The maximum length of a date as a text. */
const MAX_DATE_TEXT = 60;

const TIME_FORM =
  /[T ,]+\s?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s?(am|pm|uhr|h)?\s?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const WEEKDAY_FORM = /^\p{L}{2,12}\.?,?\s+(?=\d)/u;

const HAS_TIME = violation('has_time', 'has a time of day. Write the day alone, such as 2026-12-31');

/** Returns the meaning of a text as a date; undefined if it has no form of a date. */
export function dateText(text: string): DateText | undefined {
  if (text.length > MAX_DATE_TEXT) return undefined;
  const { day, hasTime } = withoutTime(text);
  const read = dayText(day) ?? dayText(day.replace(WEEKDAY_FORM, '').trim());
  if (!read) return undefined;
  return hasTime ? { found: HAS_TIME } : read;
}

function dayText(text: string): DateText | undefined {
  return ofNumbers(text) ?? ofName(text);
}

function withoutTime(text: string): { day: string; hasTime: boolean } {
  const found = TIME_FORM.exec(text);
  if (!found) return { day: text, hasTime: false };
  const [whole, hours, minutes, seconds = '0', fraction = '0', half] = found;
  const isMidnight =
    (Number(hours) === 0 || (Number(hours) === 12 && half?.toLowerCase() === 'am')) &&
    [minutes, seconds, fraction].every((part) => Number(part) === 0);
  return { day: text.slice(0, -whole.length).trim(), hasTime: !isMidnight };
}

function ofNumbers(text: string): DateText | undefined {
  const japanese = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text);
  if (japanese) return { day: dayOfParts(japanese[1]!, japanese[2]!, japanese[3]!) };
  if (/^(19|20|21)\d{6}$/.test(text))
    return { day: dayOfParts(text.slice(0, 4), text.slice(4, 6), text.slice(6)) };
  const found = /^(\d{1,4})([./-])\s?(\d{1,2})([./-])\s?(\d{1,4})\.?$/.exec(text);
  if (!found || found[2] !== found[4]) return undefined;
  const [first, sign, second, , third] = found.slice(1) as [string, string, string, string, string];
  if (first.length === 4) return third.length <= 2 ? { day: dayOfParts(first, second, third) } : undefined;
  if (first.length === 3 || (third.length !== 2 && third.length !== 4)) return undefined;
  const dmy = dayOfParts(third, second, first);
  if (sign === '.') return { day: dmy };
  const days = {
    dmy,
    mdy: dayOfParts(third, first, second),
    ...(third.length === 2 && { ymd: dayOfParts(first, second, third) }),
  };
  return { days };
}

/** Reads 31. Dezember 2026, 31-Dec-2026 and Dec 31, 2026. */
function ofName(text: string): DateText | undefined {
  const found =
    /^(?<day>\d{1,2})(?:\.|er|st|nd|rd|th|º)?[\s./-]{0,2}(?:de\s)?(?<name>\p{L}{3,12})\.?[\s,./-]{0,2}(?:de\s)?(?<year>\d{2}|\d{4})$/u.exec(
      text,
    ) ??
    /^(?<name>\p{L}{3,12})\.?[\s./-]{1,2}(?<day>\d{1,2})(?:st|nd|rd|th)?,?[\s./-]{1,2}(?<year>\d{4})$/u.exec(
      text,
    );
  const month = found && monthOf(found.groups!.name!);
  return month ? { day: dayOfParts(found.groups!.year!, String(month), found.groups!.day!) } : undefined;
}

/** Returns the number of a month by its name or the beginning of it, in the languages of headers. */
function monthOf(name: string): number | undefined {
  const plain = name.toLowerCase().replaceAll('ä', 'ae').normalize('NFKD').replaceAll(/\P{L}/gu, '');
  const exact = months.findIndex((names) => names.includes(plain));
  if (exact !== -1) return exact + 1;
  const start = months.findIndex((names) =>
    names.some((each) => plain.startsWith(each) && each.length >= NAME_LENGTH),
  );
  return start === -1 ? undefined : start + 1;
}

/**
 * Returns a day in the form of ISO 8601, whether it exists or not. A year of two digits is one of this
 * century.
 */
function dayOfParts(year: string, month: string, day: string): string {
  const whole = year.length === 2 ? `20${year}` : year.padStart(4, '0');
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function exists(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
}

/** Returns the day of a serial number of five digits, as spreadsheets store dates. */
export function serialDay(text: string): string | undefined {
  return /^[1-9]\d{4}(?:[.,]0+)?$/.test(text) ? dayOfSerial(Number.parseInt(text, 10)) : undefined;
}
