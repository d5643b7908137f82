import { DAY_MS } from '../durations.ts';

/** Day 0 of spreadsheets. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Spreadsheets have a 29 February 1900, so the days before 1 March are one less. */
const FIRST_SURE_DAY = 61;
/** The day after 31 December 9999. */
const END_OF_DAYS = 2_958_466;

/** Returns the day that a spreadsheet's number of a date means; undefined if it is none. */
export function dayOfSerial(days: number): string | undefined {
  if (!(days >= 1 && days < END_OF_DAYS)) return undefined;
  const whole = Math.floor(days) + (days < FIRST_SURE_DAY ? 1 : 0);
  return new Date(EPOCH_MS + whole * DAY_MS).toISOString().slice(0, 10);
}
