import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import { adding, SKEW_MS, together } from './postgres-counter.ts';
import type { Rate, Verdict } from './verdict.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The windows of a subject after a statement counted a batch of its requests. */
export interface Counts {
  /** How many of the batch were counted: as many as both windows had room for. */
  granted: number;
  /** Points, and ends in milliseconds since 1970; null where no window is open. */
  hour_points: number | null;
  hour_ends: string | null;
  minute_points: number | null;
  minute_ends: string | null;
}

/**
 * Returns the parts of a statement that count in both windows. They follow a part `asked (subject, requests, per_hour,
 * per_minute)`, and end with `counts`, one row of {@link Counts} per subject. Nothing is written where a window has no
 * room.
 *
 * @param now the parameter with the time in milliseconds
 */
export function countingParts(now: string): string {
  return `
    room AS MATERIALIZED (
      SELECT subject, hour.points AS hour_points, hour.expire AS hour_ends,
             minute.points AS minute_points, minute.expire AS minute_ends,
             least(requests, per_hour - coalesce(hour.points, 0), per_minute - coalesce(minute.points, 0)) AS granted
      FROM asked
      LEFT JOIN rate_limits hour ON hour.key = 'hour:' || subject AND ${isOpen('hour', HOUR_MS, now)}
      LEFT JOIN rate_limits minute ON minute.key = 'minute:' || subject AND ${isOpen('minute', MINUTE_MS, now)}
    ), counted AS (
      INSERT INTO rate_limits AS counter (key, points, expire)
      SELECT name || ':' || subject, granted, ${now} + length_ms
      FROM room, (VALUES ('hour', ${HOUR_MS}), ('minute', ${MINUTE_MS})) AS opened (name, length_ms)
      WHERE granted > 0 AND (SELECT set_config('synchronous_commit', 'off', true)) = 'off' ORDER BY 1
      ${adding(now)}
    ), counts AS (
      SELECT subject, greatest(granted, 0) AS granted,
             coalesce(hour.points, hour_points) AS hour_points, coalesce(hour.expire, hour_ends) AS hour_ends,
             coalesce(minute.points, minute_points) AS minute_points,
             coalesce(minute.expire, minute_ends) AS minute_ends
      FROM room
      LEFT JOIN counted hour ON hour.key = 'hour:' || subject
      LEFT JOIN counted minute ON minute.key = 'minute:' || subject
    )`;
}

function isOpen(name: string, lengthMs: number, now: string): string {
  return `${name}.expire > ${now} AND ${name}.expire <= ${now} + ${lengthMs + SKEW_MS}`;
}

/** Reads the arrays through a subquery: with an array that it knows, the planner would plan each batch anew. */
const COUNT = {
  name: 'count-windows',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT one.* FROM (SELECT $1::text[] AS subjects, $2::int[] AS requests, $3::int[] AS hours, $4::int[] AS minutes
                         OFFSET 0) AS given,
        unnest(subjects, given.requests, hours, minutes) AS one (subject, requests, per_hour, per_minute)
    ), ${countingParts('$5::bigint')}
    SELECT * FROM counts`,
};

/** A request to count. */
interface Asked {
  subject: string;
  rate: Rate;
}

/** What the windows showed to one request, the `index`th of its subject's in the batch, from 0. */
export interface Counted {
  counts: Counts;
  index: number;
}

/** Returns a function that counts a request in both windows of its subject. Those that arrive together share a statement. */
export function createCountWindows(pool: Pool): (asked: Asked) => Promise<Counted> {
  return batched((batch: readonly Asked[]) => together(batch, (some) => countBatch(pool, some)));
}

async function countBatch(pool: Pool, batch: readonly Asked[]): Promise<Counted[]> {
  const subjects = new Map<string, { requests: number; rate: Rate }>();
  const places = batch.map(({ subject, rate }) => {
    const index = subjects.get(subject)?.requests ?? 0;
    subjects.set(subject, { requests: index + 1, rate });
    return { subject, index };
  });
  const all = [...subjects.values()];
  const { rows } = await pool.query<Counts & { subject: string }>({
    ...COUNT,
    values: [
      [...subjects.keys()],
      all.map(({ requests }) => requests),
      all.map(({ rate }) => rate.perHour),
      all.map(({ rate }) => rate.perMinute),
      Date.now(),
    ],
  });
  const bySubject = new Map(rows.map((row) => [row.subject, row]));
  return places.map(({ subject, index }) => ({ counts: bySubject.get(subject)!, index }));
}

/**
 * Returns the verdict on a request. `isExcess` is set where another process counted at the same moment, so that the
 * request was counted, but is beyond a limit: its points must be given back.
 */
export function verdictOf(rate: Rate, { counts, index }: Counted): Verdict & { isExcess: boolean } {
  const isCounted = index < counts.granted;
  // What the windows had when this request was counted: the others of its batch come after it.
  const later = isCounted ? counts.granted - index - 1 : 0;
  const [inHour, inMinute] = [(counts.hour_points ?? 0) - later, (counts.minute_points ?? 0) - later];
  const [beyondHour, beyondMinute] = isCounted
    ? [inHour > rate.perHour, inMinute > rate.perMinute]
    : [inHour >= rate.perHour, true];
  return {
    hour: windowOf(rate.perHour, inHour, counts.hour_ends, HOUR_MS),
    minute: windowOf(rate.perMinute, inMinute, counts.minute_ends, MINUTE_MS),
    // When both are exceeded, the client must wait for the longer one.
    refusedBy: beyondHour ? 'hour' : beyondMinute ? 'minute' : null,
    isExcess: isCounted && (beyondHour || beyondMinute),
  };
}

function windowOf(limit: number, points: number, ends: string | null, lengthMs: number) {
  const resetAt = ends === null ? Date.now() + lengthMs : Number(ends);
  return { limit, remaining: Math.max(0, limit - points), resetAt };
}
