import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type Holidays from '../../generated/libraries/holidays.js';

/** A public holiday, which can take several days. */
interface Holiday {
  /** YYYY-MM-DD. */
  date: string;
  days: number;
  name: string;
}

/** Years further away have no public holidays: computing a year takes some lunar calendars a quarter of a second. */
const YEARS_AROUND = 10;

/** Keys are a code and a year. */
const computed = new LRUCache<string, Holiday[]>({ max: 5_000 });

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The library has 2 MB of rules, so it is loaded when an account first needs it. */
let library: Promise<typeof Holidays> | undefined;

function load(): Promise<typeof Holidays> {
  library ??= import('../../generated/libraries/holidays.js').then((module) => module.default);
  return library;
}

/** Returns whether a text is the code of a country, or of a region of one. */
export async function isHolidayCode(code: string): Promise<boolean> {
  const known = new (await load())();
  const [country, state, region, ...others] = code.split('-');
  if (others.length > 0 || !hasOwn(known.getCountries(), country)) return false;
  if (state === undefined) return true;
  if (!hasOwn(known.getStates(country!), state)) return false;
  return region === undefined || hasOwn(known.getRegions(country!, state), region);
}

function hasOwn(names: object | undefined, name: string | undefined): boolean {
  return names !== undefined && name !== undefined && Object.hasOwn(names, name);
}

/** More countries and regions than the library knows. */
export const MAX_REGIONS = 1_000;

/** A country or a region, with its code. */
export interface HolidayRegion {
  code: string;
  name: string;
}

let regions: Promise<HolidayRegion[]> | undefined;

/** Returns the countries and regions whose public holidays are known, in the order of their English names. */
export function holidayRegions(): Promise<HolidayRegion[]> {
  regions ??= load().then((Library) => {
    const known = new Library();
    const below = (parent: HolidayRegion, names: Record<string, string> | undefined) =>
      listed(names).map(({ code, name }) => ({
        code: `${parent.code}-${code}`,
        name: `${parent.name}: ${name}`,
      }));
    return listed(known.getCountries('en')).flatMap((country) => [
      country,
      ...below(country, known.getStates(country.code, 'en')).flatMap((state) => [
        state,
        ...below(state, known.getRegions(country.code, state.code.split('-')[1]!, 'en')),
      ]),
    ]);
  });
  return regions;
}

function listed(names: Record<string, string> | undefined): HolidayRegion[] {
  return Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Returns the public holidays from one date to another, by date, with their names in the language of the country. Only
 * whole days count, and substitute days too. Years more than ten away have none.
 */
export async function publicHolidays(
  code: string | null,
  from: string,
  to: string,
): Promise<Map<string, string>> {
  const days = new Map<string, string>();
  if (code === null) return days;
  const thisYear = new Date().getUTCFullYear();
  const first = Math.max(yearOf(from), thisYear - YEARS_AROUND);
  const last = Math.min(yearOf(to), thisYear + YEARS_AROUND);
  // A holiday of several days can begin in the year before.
  for (let year = first - 1; first <= last && year <= last; year++) {
    for (const holiday of await inYear(code, year)) {
      for (let day = 0; day < holiday.days; day++) {
        const date = dateAfter(holiday.date, day);
        if (date >= from && date <= to && !days.has(date)) days.set(date, holiday.name);
      }
    }
  }
  return days;
}

async function inYear(code: string, year: number): Promise<Holiday[]> {
  const key = `${code} ${year}`;
  const known = computed.get(key);
  if (known) return known;
  const Library = await load();
  // Other requests have their turn between two years.
  await setImmediate();
  const [country, state, region] = code.split('-');
  const holidays = new Library(country!, state!, region!).getHolidays(year).flatMap((each): Holiday[] => {
    if (each.type !== 'public' || !each.date.slice(10).startsWith(' 00:00:00')) return [];
    // A change of the clocks makes a day an hour shorter or longer.
    const days = Math.floor((each.end.getTime() - each.start.getTime() + HOUR_MS) / DAY_MS);
    return [{ date: each.date.slice(0, 10), days, name: each.name }];
  });
  computed.set(key, holidays);
  return holidays;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** Returns the date so many days after another. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
