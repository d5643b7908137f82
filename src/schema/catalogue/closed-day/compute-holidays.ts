import Holidays from '../../../../dist/libraries/holidays.js';
import { addMissing, missingSubstitutes } from './corrected-holidays.ts';
import { dateAfter } from './date-after.ts';
import { DAY_MS, HOUR_MS } from '../../../durations.ts';

/** The years of a country or region whose public holidays are computed. */
export interface AskedYears {
  code: string;
  years: number[];
}

/** The public holidays of a year, YYYY-MM-DD, with their names in the language of the country. */
export interface HolidaysOfYear {
  year: number;
  days: [date: string, name: string][];
}

/**
 * Computes the public holidays of years, substitute days included, but only whole days. Runs in a process of
 * its own (`public-holidays.ts`): the library takes 130 ms to load, and up to 115 ms for a year.
 */
export async function* computeHolidays(
  _input: Uint8Array,
  { code, years }: AskedYears,
): AsyncGenerator<HolidaysOfYear> {
  const [country, state, region] = code.split('-');
  const library = new Holidays(country!, state!, region!);
  addMissing(library, country!);
  const begunIn = new Map<number, HolidaysOfYear['days']>();
  const computed = (year: number) => {
    const days = begunIn.get(year) ?? daysBegunIn(library, country!, year);
    begunIn.set(year, days);
    return days;
  };
  for (const year of years) {
    // A holiday of several days can begin in the year before. Of two holidays on one day, the first gives the
    // name.
    const days = new Map([...computed(year - 1), ...computed(year)].toReversed());
    const ofYear = [...days].filter(([date]) => date.startsWith(`${year}-`));
    yield { year, days: ofYear.sort(([one], [other]) => (one < other ? -1 : 1)) };
  }
}

/** Returns each day of the holidays that begin in a year. */
function daysBegunIn(library: Holidays, country: string, year: number): HolidaysOfYear['days'] {
  const holidays = library
    .getHolidays(year)
    .filter(({ type, date }) => type === 'public' && date.slice(10).startsWith(' 00:00:00'));
  const days = holidays.flatMap((each) => {
    const first = each.date.slice(0, 10);
    // A change of the clocks makes a day an hour shorter or longer.
    const length = Math.floor((each.end.getTime() - each.start.getTime() + HOUR_MS) / DAY_MS);
    return Array.from({ length }, (_, at): [string, string] => [dateAfter(first, at), each.name]);
  });
  const ruled = holidays.map(({ date, name, rule }) => ({ date: date.slice(0, 10), name, rule }));
  return [...days, ...missingSubstitutes(ruled, country)];
}
