import { LRUCache } from 'lru-cache';
import { FairQueue } from '@provender/fair-pool/fair-queue';
import { BOUNDS } from '../../../spreadsheet/limits.ts';
import { runBounded, TooBusy } from '../../../spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../../spreadsheet/unreadable-file.ts';
import { type AppError, fault } from '../../core/errors.ts';
import type { AskedYears, HolidaysOfYear } from './compute-holidays.ts';
import { inTurn } from './in-turn.ts';

/** Years further away have no public holidays. */
const YEARS_AROUND = 10;

const COMPUTING = import.meta.resolve('#holidays-process');

const NOTHING = new Uint8Array();
/**
 * The process has the priority of the service itself, because requests wait for it, and no uploaded file
 * decides how long it takes.
 */
const COMPUTING_BOUNDS = { ...BOUNDS.small, priority: 0 };

/**
 * How long a computation waits for those of other countries and regions. Each takes less than a second on an
 * idle machine.
 */
const WAIT_S = 8;
/** Holidays are computed for one country or region at a time. Accounts that need some take turns. */
const TURNS = new FairQueue({
  name: 'public holidays computed',
  share: 1,
  total: 1,
  maxWaiting: 20,
  maxWaitMs: WAIT_S * 1_000,
});

type Holidays = ReadonlyMap<string, string>;

/**
 * The years that were computed or are being computed, by code and year. Concurrent requests share a
 * computation.
 */
const kept = new LRUCache<string, Promise<Holidays>>({ max: 5_000 });

/**
 * Returns the public holidays from one date to another, by date, with their names in the language of the
 * country. Substitute days are included, parts of days and years more than ten away are not.
 *
 * @throws AppError `service_unavailable` if they cannot be computed soon
 */
export async function publicHolidays(
  code: string | null,
  from: string,
  to: string,
): Promise<Map<string, string>> {
  const years = Array.from(
    { length: Math.max(0, yearOf(to) - yearOf(from) + 1) },
    (_, at) => yearOf(from) + at,
  );
  const days = await inYears(code, years);
  return new Map(days.flatMap((year) => [...year]).filter(([date]) => date >= from && date <= to));
}

/**
 * Returns the public holidays of the years in which some dates are.
 *
 * @throws AppError `service_unavailable` if they cannot be computed soon
 */
export async function holidaysAround(code: string | null, dates: readonly string[]): Promise<Holidays> {
  return new Map((await inYears(code, dates.map(yearOf))).flatMap((year) => [...year]));
}

async function inYears(code: string | null, years: readonly number[]): Promise<Holidays[]> {
  if (code === null) return [];
  const thisYear = new Date().getUTCFullYear();
  const wanted = new Set(years.filter((year) => Math.abs(year - thisYear) <= YEARS_AROUND));
  if (wanted.size === 0) return [];
  // The years around today are computed with the first one, because starting the process takes longer than a
  // year.
  const missing = [...wanted.union(new Set([thisYear - 1, thisYear, thisYear + 1]))].filter(
    (year) => !kept.has(keyOf(code, year)),
  );
  if (missing.some((year) => wanted.has(year))) keep(code, missing);
  return Promise.all([...wanted].map((year) => kept.get(keyOf(code, year))!));
}

/** Starts to compute years, and caches their promises until the computation fails. */
function keep(code: string, years: number[]): void {
  const computed = inTurn(TURNS, () => compute({ code, years }), notComputed);
  for (const year of years) {
    const key = keyOf(code, year);
    const days = computed.then((found) => found.get(year)!);
    kept.set(key, days);
    days.catch(() => kept.delete(key));
  }
}

async function compute(asked: AskedYears): Promise<ReadonlyMap<number, Holidays>> {
  const found = new Map<number, Holidays>();
  try {
    for await (const line of runBounded(COMPUTING, NOTHING, asked, COMPUTING_BOUNDS)) {
      const { year, days } = JSON.parse(line.toString()) as HolidaysOfYear;
      found.set(year, new Map(days));
    }
  } catch (error) {
    // The process exceeded a bound, such as its time.
    throw error instanceof UnreadableFile || error instanceof TooBusy ? notComputed() : error;
  }
  if (found.size !== asked.years.length) throw new Error(`holidays of ${asked.code} are missing`);
  return found;
}

function notComputed(): AppError {
  const error = fault('holidays_busy', 'Public holidays are still being computed. Try again in some seconds');
  error.extensions.retryAfter = WAIT_S;
  return error;
}

function keyOf(code: string, year: number): string {
  return `${code} ${year}`;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
