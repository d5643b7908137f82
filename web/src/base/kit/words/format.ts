import { LOCALE } from './locale.ts';

/**
 * Formats an amount.
 *
 * @param amount in the account's currency, ISO 4217
 */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(amount);
}

/** Formats an amount briefly: €12.3K. */
export function shortMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(LOCALE, style).format(amount);
}

/** Formats a number briefly: 12.3K. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** Formats a number with at most three decimals: 1,000,000 or 0.75. */
export function figure(value: number): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 }).format(value);
}

export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 }).format(value);
}

/**
 * Formats a weight.
 *
 * @param weight in kilograms
 */
export function kilograms(weight: number): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: 'kilogram',
    maximumFractionDigits: 3,
  }).format(weight);
}

/**
 * Formats a large weight in tonnes, a smaller one in whole kilograms: 8.3 t, 640 kg.
 *
 * @param weight in kilograms
 */
export function tonnes(weight: number): string {
  if (weight < 1_000) return kilograms(Math.round(weight));
  // `Intl` has no tonnes.
  return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }).format(weight / 1_000)}\u00a0t`;
}

/**
 * Formats a share as a percentage.
 *
 * @param share 0.031 is 3.1 %
 */
export function percentage(share: number): string {
  return new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/**
 * Formats a date.
 *
 * @param date a calendar date, `2026-11-21`
 */
export function day(date: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/**
 * Formats a date briefly: 21 Nov.
 *
 * @param date a calendar date
 */
export function shortDay(date: string): string {
  const format = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/**
 * Formats the month of a date.
 *
 * @param date a calendar date in that month
 */
export function month(date: string, length: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat(LOCALE, { month: length, year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/**
 * Formats the day of a time.
 *
 * @param time ISO 8601; shown in the viewer's time zone
 */
export function dayOf(time: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' }).format(new Date(time));
}

/**
 * Formats a date and time.
 *
 * @param time ISO 8601; shown in the viewer's time zone
 */
export function dateTime(time: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const CLOCKS_DIFFER_BY_S = 2;

/**
 * Formats how long ago, or in how long, a time is.
 *
 * @param time ISO 8601
 * @param differ below how many seconds to come it counts as past, because clocks differ
 */
export function relativeTime(time: string, now = Date.now(), differ = CLOCKS_DIFFER_BY_S): string {
  const seconds = (Date.parse(time) - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second' && seconds < differ) return 'just now';
  return format.format(Math.round(seconds / length), unit);
}

/**
 * Formats the hour of a time briefly: 14:00.
 *
 * @param time ISO 8601; shown in the viewer's time zone
 */
export function clock(time: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' }).format(new Date(time));
}

/** Formats a moment as a time of day, with seconds if it is less than a minute away: 14:05:30. */
export function clockAt(time: number, now = Date.now()): string {
  const timeStyle = time - now < 60_000 ? 'medium' : 'short';
  return new Intl.DateTimeFormat(LOCALE, { timeStyle }).format(new Date(time));
}

/** Returns a time in the format of a `datetime-local` input, in the viewer's time zone. */
export function dateTimeInput(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}
