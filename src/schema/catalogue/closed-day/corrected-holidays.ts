import type Holidays from '../../../../dist/libraries/holidays.js';
import { dateAfter } from './date-after.ts';

/** The public holidays that the library lacks for a country. */
interface Correction {
  /** Public holidays with their rules in the grammar of the library, and names. */
  holidays: readonly (readonly [rule: string, name: string])[];
  /** The name of the working day that replaces a holiday of a fixed date on a Saturday or Sunday. */
  substitute: string;
}

/** The corrections by country, each because of a law. */
const CORRECTIONS: Partial<Record<string, Correction>> = {
  // Labour Code (Кодекс на труда), article 154: date-holidays 3.37.0 has neither Holy Saturday nor substitute
  // days, and 26 December only as an observance. The days of Easter have no substitutes.
  BG: {
    holidays: [
      ['orthodox -1', 'Велика събота'],
      ['12-26', '2-ри ден на Коледа'],
    ],
    substitute: 'почивен ден',
  },
};

/** Adds the public holidays of a country that the library lacks. */
export function addMissing(library: Holidays, country: string): void {
  for (const [rule, name] of CORRECTIONS[country]?.holidays ?? [])
    library.setHoliday(rule, { name, type: 'public' });
}

/** A public holiday of one day, with its rule in the grammar of the library. */
interface RuledDay {
  date: string;
  name: string;
  rule: string;
}

/**
 * Returns the working days that replace holidays on weekends, for countries whose substitute days the library
 * lacks.
 */
export function missingSubstitutes(
  days: readonly RuledDay[],
  country: string,
): [date: string, name: string][] {
  const substitute = CORRECTIONS[country]?.substitute;
  if (substitute === undefined) return [];
  const taken = new Set(days.map(({ date }) => date));
  return days.flatMap(({ date, name, rule }): [string, string][] => {
    if (!/^\d\d-\d\d$/.test(rule) || !isWeekend(date)) return [];
    let next = date;
    while (isWeekend(next) || taken.has(next)) next = dateAfter(next, 1);
    taken.add(next);
    return [[next, `${name} (${substitute})`]];
  });
}

function isWeekend(date: string): boolean {
  return Temporal.PlainDate.from(date).dayOfWeek > 5;
}
