import { figure } from '../words/format.ts';
import { LOCALE } from '../words/locale.ts';

/** The limits of a number. */
export interface NumberLimits {
  /** The maximum number of decimals. */
  decimals: number;
  min?: number | undefined;
  max?: number | undefined;
}

/** The possible meanings of a text, as a program writes numbers. */
type Readings = readonly string[];

/** The separator of decimals for the viewer: a comma or a point. */
const DECIMAL = new Intl.NumberFormat(LOCALE).format(1.5).includes(',') ? ',' : '.';
/** Thousands with spaces or apostrophes. A tab or a line break is between two numbers. */
const SPACED = /^[+-]?\d{1,3}([ \u00A0\u2009\u202F'’]\d{3})+([.,]\d+)?$/;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/;
const DECIMALS = /^[+-]?\d*[.,]\d+$/;
const BOTH = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d+$/;

/**
 * Returns the number that a text means, with a comma or a point before its decimals; undefined if it means
 * none, or could mean two.
 */
export function readNumber(text: string, decimal = DECIMAL): number | undefined {
  const [only, other] = readingsOf(text, decimal);
  return only === undefined || other !== undefined ? undefined : Number(only);
}

/** Returns what is wrong with the text of a number, as a sentence; empty if nothing is. */
export function problemOfNumber(text: string, limits: NumberLimits, decimal = DECIMAL): string {
  const { decimals, min = -Infinity, max = Infinity } = limits;
  const [only, other] = readingsOf(text, decimal);
  if (only === undefined) return 'Enter a number.';
  if (other !== undefined && decimals === 0) return `Enter ${other} without separators.`;
  if (other !== undefined)
    return `Enter ${other} or ${only.replace('.', decimal)}: “${text.trim()}” could mean both.`;
  const [, places = ''] = only.split('.');
  if (places !== '' && decimals === 0) return 'Must be a whole number.';
  if (places.length > decimals)
    return `Must have at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}.`;
  if (Number(only) < min) return `Must be ${figure(min)} or more.`;
  return Number(only) > max ? `Must be ${figure(max)} or less.` : '';
}

/** Returns a number as fields contain it, with the viewer's separator; empty for none. */
export function numberText(value: number | null | undefined): string {
  return value == null ? '' : String(value).replace('.', DECIMAL);
}

/**
 * Returns the readings of a text: first that with decimals. A point or comma before three digits can separate
 * thousands.
 */
function readingsOf(text: string, decimal: string): Readings {
  const typed = text.trim().replace('−', '-');
  if (/^[+-]?\d+$/.test(typed)) return [typed];
  if (SPACED.test(typed)) return [typed.replaceAll(/[\s'’]/g, '').replace(',', '.')];
  if (BOTH.test(typed)) {
    const last = Math.max(typed.lastIndexOf(','), typed.lastIndexOf('.'));
    return [`${typed.slice(0, last).replaceAll(/[.,]/g, '')}.${typed.slice(last + 1)}`];
  }
  const asDecimals = DECIMALS.test(typed) ? [typed.replace(',', '.')] : [];
  const isDecimal = asDecimals.length > 0 && typed.includes(decimal);
  const asThousands = THOUSANDS.test(typed) && !isDecimal ? [typed.replaceAll(/[.,]/g, '')] : [];
  return [...asDecimals, ...asThousands];
}
