import { Prisma } from '../../../generated/prisma/client.ts';
import { DAY_MS } from '../../../durations.ts';

/**
 * Returns the condition for requests within the days that the log shows. It applies at once, before older
 * ones are deleted.
 */
export function isKept(days: number): Prisma.Sql {
  return days === 0
    ? Prisma.sql`false`
    : Prisma.sql`received_at > now() - make_interval(days => ${days}::int)`;
}

/** Returns the time from which requests are shown; in the future when the log is off. */
export function keptSince(days: number, now = Date.now()): Date {
  return new Date(days === 0 ? LATEST : now - days * DAY_MS);
}

const LATEST = Date.parse('9999-01-01T00:00:00Z');
