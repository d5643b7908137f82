import { LRUCache } from 'lru-cache';
import { violation } from '../../../problems.ts';
import type { Db } from '../../../database/connect.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { codeText } from '../../core/noun/rules.ts';
import { finding } from '../../core/noun/issues.ts';

// PostgreSQL reads names without a slash as abbreviations, which have no daylight saving time.
export const TIME_ZONE_NAME = /^(UTC|\w+\/[\w/+-]{1,50})$/;
const RULE = 'must be an IANA time zone, such as UTC or Europe/Berlin';

/** A rule for an IANA time zone that Node.js knows. */
export const timeZone = codeText().refine(
  (name) => TIME_ZONE_NAME.test(name) && isTimeZone(name),
  finding('unknown_time_zone', RULE),
);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The names that PostgreSQL knows, in lower case; read once, because that takes as long as a hundred
 * statements.
 */
let timeZones: Promise<ReadonlySet<string>> | undefined;

/**
 * Requires that PostgreSQL can compute with a time zone: Node.js knows some more.
 *
 * @throws AppError `validation_error` on timeZone
 */
export async function requireTimeZone(db: Db, name: string): Promise<void> {
  if (name === 'UTC') return;
  timeZones ??= db.$queryRaw<{ name: string }[]>`SELECT lower(name) AS name FROM pg_timezone_names`.then(
    (rows) => new Set(rows.map((row) => row.name)),
  );
  const names = await timeZones.catch((error: unknown) => {
    timeZones = undefined;
    throw error;
  });
  if (!names.has(name.toLowerCase()))
    throw new AppError(faultAt('timeZone', violation('unknown_time_zone', RULE)));
}

/** The formats by time zone, because creating one takes as long as a request. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Returns the current date, YYYY-MM-DD, where the account is. */
export function todayOf(context: Context, now = new Date()): string {
  const { timeZone = 'UTC' } = callerOf(context);
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(now);
}
