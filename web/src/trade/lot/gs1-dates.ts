/** The dates of a GS1 barcode. */
export interface ScannedDates {
  bestBefore?: string;
  useBy?: string;
  /** A date of another kind, if there is neither: by it alone, nobody knows how long the goods keep. */
  otherDate?: { name: string; date: string };
}

/** The dates of other kinds, by their application identifiers: first those that say most about the end. */
const OTHERS = [
  ['16', 'sell-by date'],
  ['12', 'due date'],
  ['13', 'packaging date'],
  ['11', 'production date'],
  ['7006', 'first freeze date'],
  ['7007', 'harvest date'],
] as const;

/** Returns the dates among the values of a barcode, or why they cannot be used. */
export function datesIn(values: ReadonlyMap<string, string>, now: Date): ScannedDates | { problem: string } {
  const bestBefore = dateOf(values.get('15'), now);
  const [day, moment] = [dateOf(values.get('17'), now), dayOfMoment(values.get('7003'), now)];
  if (bestBefore === null || day === null || moment === null)
    return { problem: 'The date in this barcode does not exist.' };
  if (day && moment && day !== moment) return { problem: 'This barcode has two use-by dates.' };
  const useBy = day ?? moment;
  if (bestBefore || useBy) return { ...(bestBefore && { bestBefore }), ...(useBy && { useBy }) };
  for (const [identifier, name] of OTHERS) {
    // A harvest can have a last day after the first.
    const date = dateOf(values.get(identifier)?.slice(0, 6), now);
    if (date) return { otherDate: { name, date } };
  }
  return {};
}

/** Returns the day of YYMMDDHHMM; null if there is no such moment. */
export function dayOfMoment(digits: string | undefined, now: Date): string | null | undefined {
  if (digits === undefined) return undefined;
  return /^\d{6}([01]\d|2[0-3])[0-5]\d$/.test(digits) ? dateOf(digits.slice(0, 6), now) : null;
}

/** Returns the date of YYMMDD; null if there is no such day. Day 00 is the last day of the month. */
export function dateOf(digits: string | undefined, now: Date): string | null | undefined {
  if (digits === undefined) return undefined;
  if (!/^\d{6}$/.test(digits)) return null;
  const [year, month, day] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [
    number,
    number,
    number,
  ];
  const full = yearOf(year, now.getUTCFullYear());
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day > last) return null;
  return new Date(Date.UTC(full, month - 1, day || last)).toISOString().slice(0, 10);
}

/** Completes a year of two digits: at most 49 years ago, or 50 ahead. */
function yearOf(year: number, thisYear: number): number {
  const ahead = (((year - thisYear) % 100) + 100) % 100;
  return thisYear + (ahead > 50 ? ahead - 100 : ahead);
}
