import { exact } from '../../../../../spreadsheet/cell.ts';

/** The sign before the decimals of a number; the other one separates thousands. */
export type DecimalSign = ',' | '.';

export const DECIMAL_SIGNS: readonly DecimalSign[] = ['.', ','];

/** The meaning of a text as a number. */
export type NumberText =
  /** A value that does not depend on the decimal sign. */
  | { value: number }
  /** A value of which `sign` must be the decimal sign. */
  | { value: number; sign: DecimalSign; hasDecimals: boolean }
  /** The values with each decimal sign, for one sign before three digits. */
  | { values: Record<DecimalSign, number> };

/** The maximum length of a number as a text. */
const MAX_LENGTH = 40;
/** The most digits of a binary floating-point number that programs write; more would be rounded. */
const MAX_DIGITS = 17;
/** Spaces and apostrophes between thousands. A line break is between two numbers in one cell. */
const SPACES = /(?<=\d)[ \u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;

/**
 * Returns what a text can mean as a number: 1234.5, 1234,5, 1.234,5, 1,234.5, 1 234,5 or 5-; undefined if it
 * is none.
 */
export function numberText(text: string): NumberText | undefined {
  if (text.length > MAX_LENGTH || digitsIn(text) > MAX_DIGITS) return undefined;
  const signed = text
    .replace(/^[-−–]\s?(?=[\d.,])/, '-')
    .replace(/^(\d.*)[-−]$/, '-$1')
    .replace(/^\+/, '');
  const isNegative = signed.startsWith('-');
  const plain = (isNegative ? signed.slice(1) : signed).replaceAll(SPACES, '');
  const isSpaced = plain.length < (isNegative ? signed.length - 1 : signed.length);
  const own = unsigned(plain, isSpaced);
  if (!own || !isNegative) return own;
  return 'values' in own
    ? { values: { '.': -own.values['.'], ',': -own.values[','] } }
    : { ...own, value: -own.value };
}

/** Counts the digits without leading and trailing zeros. */
function digitsIn(text: string): number {
  const digits = [...text.replace(/\D/g, '')];
  return digits.findLastIndex(isNotZero) - digits.findIndex(isNotZero) + 1;
}

function isNotZero(digit: string): boolean {
  return digit !== '0';
}

function unsigned(text: string, isSpaced: boolean): NumberText | undefined {
  if (/^\d+$/.test(text)) return { value: exact(Number(text)) };
  const [, whole = '', sign, decimals] = /^(\d*)([.,])(\d+)$/.exec(text) ?? [];
  if (sign !== undefined) return withOneSign(whole, sign as DecimalSign, decimals!, isSpaced);
  const signs = text.replaceAll(/[^.,]/g, '');
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined || isSpaced) return undefined;
  const isMixed = signs.indexOf(last) > 0 && signs.indexOf(last) === signs.length - 1;
  const decimal = isMixed ? last : otherThan(last);
  return grouped(text, decimal);
}

function withOneSign(whole: string, sign: DecimalSign, decimals: string, isSpaced: boolean): NumberText {
  const value = exact(Number(`${whole || 0}.${decimals}`));
  const couldGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && !isSpaced;
  if (!couldGroup) return { value, sign, hasDecimals: true };
  const thousands = Number(whole + decimals);
  return { values: sign === '.' ? { '.': value, ',': thousands } : { ',': value, '.': thousands } };
}

/**
 * Returns whether a cell's number, apart from rounding, is the number that people read in its text. Cell
 * formats write decimals after a point.
 */
export function isShownAs(value: number, text: string, read: NumberText): boolean {
  const shown = 'values' in read ? read.values['.'] : read.value;
  const last = text.slice(text.lastIndexOf('.') + 1);
  const decimals = text.includes('.') && /^\d+$/.test(last) ? last.length : 0;
  const rounding = 10 ** -decimals / 2;
  return Math.abs(value - shown) <= rounding * (1 + 1e-9) + Math.abs(value) * 1e-12;
}

/** Groups of three digits, and those of India: 1,00,000. */
const THOUSANDS = { ',': /^\d{1,3}(?:,\d{3})+$|^\d{1,2}(?:,\d{2})*,\d{3}$/, '.': /^\d{1,3}(?:\.\d{3})+$/ };

/** Reads 1.234.567,5. */
function grouped(text: string, decimal: DecimalSign): NumberText | undefined {
  const at = text.indexOf(decimal);
  const whole = at === -1 ? text : text.slice(0, at);
  const decimals = at === -1 ? '' : text.slice(at + 1);
  const separator = otherThan(decimal);
  if (!THOUSANDS[separator].test(whole) || !/^\d*$/.test(decimals)) return undefined;
  const value = exact(Number(`${whole.replaceAll(separator, '')}.${decimals || 0}`));
  return { value, sign: decimal, hasDecimals: decimals !== '' };
}

function otherThan(sign: DecimalSign): DecimalSign {
  return sign === '.' ? ',' : '.';
}
