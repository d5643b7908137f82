import { type Problem, type Violation, violation } from '../../../../../problems.ts';
import { type Cell, exact, numberText as textOfNumber, shownIn } from '../../../../../spreadsheet/cell.ts';
import { dayOfSerial } from '../../../../../spreadsheet/serial-day.ts';
import type { ImportField } from '../import-fields.ts';
import { countryCode } from './countries.ts';
import { priceText } from './currency.ts';
import { type DateOrder, dateText, exists, ORDER_NAMES, serialDay } from './dates.ts';
import { type DecimalSign, isShownAs, numberText } from './numbers.ts';
import { damageOf } from './damage.ts';
import { withoutDecimals } from './without-decimals.ts';
import { isDays, unitName } from './units.ts';
import { type DayLanguage, weekdaysIn } from './weekdays.ts';
import { kilograms, withUnit } from './weights.ts';
import { type Clock, timeText, windowText } from './windows.ts';

/** The reason why a cell has no value that could be validated. */
export class CellProblem {
  readonly found: Violation;
  constructor(found: Violation) {
    this.found = found;
  }
}

/** How the cells of a column are read. */
export interface ColumnReading {
  /** Whether the file is our own download, where values that look damaged are the stored ones. */
  isDownload: boolean;
  /** The account's currency. */
  currency: string;
  /** The decimal sign of ambiguous numbers; undefined if nothing shows it. */
  decimal?: DecimalSign | undefined;
  /** The decimal sign that was chosen, which all numbers must have. */
  chosenDecimal?: DecimalSign | undefined;
  /** The order of dates that are written with numbers. */
  order?: DateOrder | undefined;
  /** The clock, for windows that each clock reads differently; undefined if none was chosen. */
  clock?: Clock | undefined;
  /** The unit of weights that are written without one. */
  unit?: string | undefined;
  /** The languages of the days of the week in the column. */
  languages?: ReadonlySet<DayLanguage> | undefined;
}

/** The form in which spreadsheets write numbers that are too long for them. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i;
/** A whole date or a time, as spreadsheets show what was a number with signs in it. */
const DATE_OR_TIME =
  /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$|^\d{1,2}:\d{2}(?::\d{2})?$/;
/** The numbers by which suppliers identify their records. Customers can name orders by dates. */
const REFERENCES = new Set(['reference', 'branch.reference']);
const BOOLEANS: Partial<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
const GTIN_LENGTHS = [8, 12, 13, 14];
/**
 * Converts a cell. A text of another kind stays text, which the field's own rule refuses.
 *
 * @param kindOfFile references of deliveries can be dates
 * @returns undefined for an empty cell, a CellProblem for a damaged or ambiguous value
 */
export function cellValue(
  field: ImportField,
  cell: Cell,
  reading: ColumnReading,
  kindOfFile: string,
): unknown {
  const text = shownIn(cell).trim();
  if (text === '') return undefined;
  const damage = damageOf(field, cell, text, reading.isDownload);
  if (damage) return new CellProblem(damage);
  const { kind, name } = field;
  switch (kind) {
    case 'identifier':
      return identifier(name, cell, text, reading, kindOfFile);
    case 'number':
    case 'integer':
      return numberOf(kind, cell, bareNumber(field, text, reading.currency), reading);
    case 'price':
      return priceOf(cell, text, reading);
    case 'weight':
      return weightOf(cell, text, reading);
    case 'date':
      return dateOf(cell, text, reading);
    case 'unit':
      return unitName(text) ?? text.toLowerCase();
    case 'country':
      return countryCode(text) ?? text;
    case 'window':
      return windowOf(text, reading);
    case 'time':
      return timeText(cell) ?? text;
    case 'weekdays':
      return weekdaysOf(text, reading);
    case 'enum':
      return text.toLowerCase();
    case 'boolean':
      return typeof cell === 'boolean' ? cell : (BOOLEANS[text.toLowerCase()] ?? text);
    case 'text':
      return plainText(cell, text);
  }
}

function broken<Name extends Problem>(...found: Parameters<typeof violation<Name>>): CellProblem {
  return new CellProblem(violation(...found));
}

function plainText(cell: Cell, text: string): string {
  return typeof cell === 'number' ? textOfNumber(cell) : text;
}

function identifier(
  name: string,
  cell: Cell,
  shown: string,
  { isDownload }: ColumnReading,
  kindOfFile: string,
): string | CellProblem {
  const isGtin = /gtin$/i.test(name);
  const text =
    typeof cell === 'object' && cell.type === 'number'
      ? formatted(cell, isGtin || name.endsWith('gln'))
      : withoutDecimals(name, shown);
  if (text === undefined)
    return broken(
      'unknown_unit',
      `is shown as ${shown}. Format the column as text and enter the number again`,
    );
  if (SHORTENED.test(text) && !isDownload)
    return broken(
      'shortened_number',
      `was shortened by a spreadsheet to ${text}. Format the column as text and enter the number again`,
    );
  if (REFERENCES.has(name) && !isDownload && kindOfFile !== 'deliveries' && DATE_OR_TIME.test(text)) {
    const what = text.includes(':') && text.length < 9 ? 'a time' : 'a date';
    return broken(
      'changed_to_date',
      `is ${what}: a spreadsheet changed it. Format the column as text and enter it again`,
    );
  }
  if (!(isGtin || name.endsWith('gln')) || !/^\d{5,13}$/.test(text)) return text;
  const lengths = isGtin ? GTIN_LENGTHS : [13];
  const length = lengths.find((each) => each >= text.length)!;
  if (length === text.length) return text;
  const whole = text.padStart(length, '0');
  // The sequential number identifies the record, so the zeros can be restored.
  if (isDownload) return whole;
  return broken(
    'lost_zeros',
    `has ${text.length} digits: a spreadsheet removed leading zeros. Format the column as text and enter ${whole}`,
    { meant: whole },
  );
}

/** Returns the text of a formatted number; undefined if it has the format of an amount. */
function formatted(
  { value, shown }: { value: number; shown: string },
  isDigits: boolean,
): string | undefined {
  if (isDigits) return /^[\d\s-]+$/.test(shown) ? shown.replaceAll(/\D/g, '') : textOfNumber(value);
  if (/^\d+$/.test(shown)) return shown;
  const read = numberText(shown);
  if (read && ('values' in read ? Object.values(read.values).includes(value) : read.value === exact(value)))
    return textOfNumber(value);
  return /[%\p{Sc}]/u.test(shown) ? undefined : shown;
}

/** Returns whether a text looks like a shortened number, but can be an article number, which is accepted. */
export function looksShortened(text: string): boolean {
  return /^\d+([.,]\d+)?E\d+$/i.test(text);
}

function numberOf(
  kind: 'number' | 'integer' | 'price' | 'weight',
  cell: Cell,
  text: string,
  reading: ColumnReading,
): number | string | CellProblem {
  const number = numberIn(cell);
  const read = numberText(text);
  if (number !== undefined) {
    if (typeof cell === 'number') return exact(number);
    if (!read) return broken('unknown_unit', problemOfFormat(shownIn(cell)));
    if (!isShownAs(number, text, read))
      return broken(
        'other_number_shown',
        `is shown as ${shownIn(cell)}, but its number is ${textOfNumber(number)}. Remove the format, and enter the number that is meant`,
      );
    return exact(number);
  }
  if (!read) return text.endsWith('%') ? broken('unknown_unit', problemOfFormat(text)) : text;
  const { decimal, chosenDecimal } = reading;
  if ('values' in read) {
    const sign = chosenDecimal ?? decimal;
    if (sign === undefined)
      return broken('ambiguous_number', 'could have decimals or thousands. Choose the decimal sign');
    const hasDecimals = text.includes(sign);
    if (kind === 'integer' && hasDecimals)
      return broken(
        'not_an_integer',
        `must be a whole number, and has decimals after "${sign}". Write it without separators`,
      );
    return read.values[sign];
  }
  if (!('sign' in read)) return read.value;
  if (chosenDecimal !== undefined && read.sign !== chosenDecimal)
    return broken('other_decimal_sign', `is not a number with "${chosenDecimal}" before its decimals`);
  if (kind === 'integer' && read.hasDecimals)
    return broken('not_an_integer', 'must be a whole number. Write it without decimals');
  return read.value;
}

function problemOfFormat(shown: string): string {
  return shown.endsWith('%')
    ? `is the percentage ${shown}. Write the number without a percent sign`
    : `is shown as ${shown}, whose unit is not known here. Write the number without a unit`;
}

function numberIn(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && cell.type === 'number' ? cell.value : undefined;
}

function priceOf(cell: Cell, text: string, reading: ColumnReading): number | string | CellProblem {
  const { number, foreign } = priceText(text, reading.currency);
  const isNumber = numberText(number) !== undefined;
  if (foreign !== undefined && isNumber)
    return broken(
      'other_currency',
      `is in ${foreign}, but the account's prices are in ${reading.currency}. Write the price in ${reading.currency}, without a sign`,
      { currency: reading.currency },
    );
  return numberOf('price', cell, number, reading);
}

function weightOf(cell: Cell, text: string, reading: ColumnReading): number | string | CellProblem {
  const { number, unit = reading.unit ?? 'kg' } = withUnit(text);
  const value = numberOf('weight', cell, number, reading);
  if (typeof value === 'number') return kilograms(value, unit);
  const isOther = typeof value === 'string' && /\d/.test(value);
  return isOther
    ? broken('unknown_unit', 'must be a number of kilograms, such as 0.75, or have the unit kg, g or lb')
    : value;
}

function dateOf(cell: Cell, text: string, { order }: ColumnReading): string | CellProblem {
  if (typeof cell === 'object' && cell.type === 'date') {
    if (cell.day === null) return broken('invalid_date', 'is a time of day, not a date');
    if (cell.time !== null)
      return broken('has_time', 'has a time of day. Write the day alone, such as 2026-12-31');
    return cell.day;
  }
  const serial = typeof cell === 'number' && cell < 100_000 ? dayOfSerial(cell) : serialDay(text);
  if (serial !== undefined)
    return broken('number_of_date', `is the number of a date, ${serial}. Format the column as date`, {
      date: serial,
    });
  const read = dateText(text);
  if (!read) return text;
  if ('found' in read) return new CellProblem(read.found);
  if ('day' in read) return read.day;
  if (order === undefined)
    return broken('ambiguous_date', 'could be day/month or month/day. Choose the order of the dates');
  const day = read.days[order];
  if (day !== undefined && exists(day)) return day;
  return broken(
    'other_date_order',
    `is no date in the order ${ORDER_NAMES[order]}. Write it like 2026-12-31`,
  );
}

function windowOf(text: string, { clock }: ColumnReading): string | CellProblem {
  const read = windowText(text) ?? text;
  if (typeof read === 'string') return read;
  return clock === undefined
    ? broken('ambiguous_hours', `can be ${read[12]} or ${read[24]}. Choose the clock of the hours`)
    : read[clock];
}

function weekdaysOf(text: string, { languages }: ColumnReading): string[] | CellProblem {
  const days = weekdaysIn(text, languages);
  if (days === 'ambiguous')
    return broken(
      'ambiguous_weekday',
      'names other days in another language. Write the days in full, such as Tuesday',
    );
  return (
    days ?? broken('unknown_weekday', 'must name days of the week, such as Monday, Mon, Thu, Mo–Fr or 1,3')
  );
}

/** Returns the text of a number without the currency and unit that its field can have. */
export function bareNumber({ kind, name }: ImportField, text: string, currency: string): string {
  if (kind === 'price') return priceText(text, currency).number;
  if (kind === 'weight') return withUnit(text).number;
  const [, number, unit] = /^([-+\d][\d.,\s\u00A0\u202F'’]*)(\p{L}+)\.?$/u.exec(text.slice(0, 60)) ?? [];
  const isUnit =
    unit !== undefined &&
    (name === 'shelfLifeDays' ? isDays(unit) : unitName(unit) === 'piece' && /\D\D/u.test(unit));
  return isUnit ? number!.trim() : text;
}
