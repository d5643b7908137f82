import type { Pool } from 'pg';
import { batched } from '../database/batched.ts';
import {
  ENDING_MS,
  type Rate,
  type Usage,
  type Verdict,
  LIMIT_WINDOW_MS,
  windowOf,
  type Windows,
} from './verdict.ts';

/** How far the clocks of processes may differ. */
const PROCESS_SKEW_MS = 5_000;
/** The condition that skips the wait for the disk: a crash may lose the last moments of a counter. */
const UNSYNCED = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`;
/** The largest `int` of PostgreSQL. */
const ANY_NUMBER = 2_147_483_647;

/** The windows of a subject after a statement counted a batch of its requests. */
export interface Counts {
  /** The number of requests of the batch that were counted: as many as both windows had room for. */
  granted: number;
  /** The points, and the ends in milliseconds since 1970; null where no window is open. */
  hour_points: number | null;
  hour_ends: string | null;
  minute_points: number | null;
  minute_ends: string | null;
}

/**
 * Returns the parts of a statement that count in both windows. They follow a part `asked (subject, requests,
 * per_hour, per_minute)`, and end with `counts`, one row of {@link Counts} per subject. Nothing is written
 * where a window has no room. Rows are locked in key order, so that two processes cannot deadlock.
 *
 * @param now the parameter with the time in milliseconds
 */
export function countingParts(now: string): string {
  // A window that ends later than a new one would was opened before the clock went back.
  const hasEnded = `(counter.expire <= ${now} OR counter.expire > excluded.expire + ${PROCESS_SKEW_MS})`;
  return `
    room AS MATERIALIZED (
      SELECT subject, hour.points AS hour_points, hour.expire AS hour_ends,
             minute.points AS minute_points, minute.expire AS minute_ends,
             least(requests /* guard: counted-room */, per_hour - coalesce(hour.points, 0),
                   per_minute - coalesce(minute.points, 0) /* end */) AS granted
      FROM asked
      LEFT JOIN rate_limits hour ON hour.key = 'hour:' || subject AND ${isOpen('hour', now)}
      LEFT JOIN rate_limits minute ON minute.key = 'minute:' || subject AND ${isOpen('minute', now)}
    ), counted AS (
      INSERT INTO rate_limits AS counter (key, points, expire)
      SELECT name || ':' || subject, granted, ${now} + length_ms
      FROM room, (VALUES ('hour', ${LIMIT_WINDOW_MS.hour}), ('minute', ${LIMIT_WINDOW_MS.minute})) AS opened (name, length_ms)
      WHERE granted > 0 AND ${UNSYNCED} ORDER BY 1
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN ${hasEnded} THEN excluded.points ELSE counter.points + excluded.points END,
        expire = CASE WHEN ${hasEnded} THEN excluded.expire ELSE counter.expire END
      RETURNING key, points, expire
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

function isOpen(name: keyof Usage, now: string): string {
  return `${name}.expire > ${now} AND ${name}.expire <= ${now} + ${LIMIT_WINDOW_MS[name] + PROCESS_SKEW_MS}`;
}

/** Counts requests. With arrays outside of a subquery, the planner would plan each batch anew. */
const COUNT_REQUESTS = {
  name: 'count-windows',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT one.* FROM (SELECT $1::text[] AS subjects, $2::int[] AS requests, $3::int[] AS hours, $4::int[] AS minutes
                         OFFSET 0) AS given,
        unnest(subjects, given.requests, hours, minutes) AS one (subject, requests, per_hour, per_minute)
    ), ${countingParts('$5::bigint')}
    SELECT * FROM counts`,
};

/** The statement that gives points back, which also locks rows in key order. */
const GIVE_BACK = {
  name: 'give-back',
  text: `
    WITH given AS (
      SELECT opened || ':' || subject AS key, count(*)::int AS requests
      FROM unnest($1::text[]) AS subject, unnest(ARRAY['hour', 'minute']) AS opened GROUP BY 1
    ), locked AS (
      SELECT key, requests FROM rate_limits JOIN given USING (key)
      WHERE expire > $2 AND ${UNSYNCED} ORDER BY key FOR UPDATE OF rate_limits
    )
    UPDATE rate_limits SET points = greatest(0, points - requests) FROM locked WHERE rate_limits.key = locked.key`,
};

/** The windows from the view of one request: the `index`th of its subject in the batch, from 0. */
interface Counted {
  counts: Counts;
  index: number;
}

/**
 * Returns the verdict on a request that a statement counted. If another process counted at the same moment,
 * the request can exceed a limit, and its count is undone.
 */
export type ResolveVerdict = (subject: string, rate: Rate, counted: Counted) => Promise<Verdict>;

/** Returns windows in PostgreSQL. Requests that arrive together share a statement. */
export function postgresWindows(pool: Pool): Windows & { settle: ResolveVerdict } {
  const count = batched((requests: readonly RequestToCount[]) => countEach(pool, requests));
  const giveBack = batched(async (subjects: readonly string[]) => {
    await pool.query({ ...GIVE_BACK, values: [subjects, Date.now() + ENDING_MS] });
    return subjects.map(() => undefined);
  });

  async function settle(subject: string, rate: Rate, counted: Counted): Promise<Verdict> {
    const { isExcess, ...verdict } = verdictOf(rate, counted);
    // guard: excess-count
    if (isExcess) await giveBack(subject);
    return verdict;
  }

  /** Counts as many of `requests` as both windows have room for. */
  async function add(subject: string, rate: Rate, requests: number): Promise<Counts> {
    const [counts] = await countAll(pool, [{ subject, rate, requests }]);
    return counts!;
  }

  return {
    settle,
    consume: async (subject, rate) => settle(subject, rate, await count({ subject, rate })),
    async charge(subject, rate, requests) {
      const before = usageOf(rate, await add(subject, rate, 0));
      // guard: charged-room
      if (before.hour.remaining < requests) return { ...before, refusedBy: 'hour' };
      const after = await add(subject, { ...rate, perMinute: ANY_NUMBER }, requests);
      return { ...usageOf(rate, after), refusedBy: null };
    },
    peek: async (subject, rate) => usageOf(rate, await add(subject, rate, 0)),
    giveBack: (subject) => giveBack(subject),
  };
}

/** A request to count, with its subject and rates. */
interface RequestToCount {
  subject: string;
  rate: Rate;
}

/** Counts each request of a batch. */
async function countEach(pool: Pool, batch: readonly RequestToCount[]): Promise<Counted[]> {
  const subjects = new Map<string, RequestToCount & { requests: number }>();
  const places = batch.map((asked) => {
    const index = subjects.get(asked.subject)?.requests ?? 0;
    subjects.set(asked.subject, { ...asked, requests: index + 1 });
    return { subject: asked.subject, index };
  });
  const bySubject = new Map((await countAll(pool, [...subjects.values()])).map((row) => [row.subject, row]));
  return places.map(({ subject, index }) => ({ counts: bySubject.get(subject)!, index }));
}

/** Counts the requests of each subject. */
async function countAll(pool: Pool, asked: readonly (RequestToCount & { requests: number })[]) {
  const { rows } = await pool.query<Counts & { subject: string }>({
    ...COUNT_REQUESTS,
    values: [
      asked.map(({ subject }) => subject),
      asked.map(({ requests }) => requests),
      asked.map(({ rate }) => rate.perHour),
      asked.map(({ rate }) => rate.perMinute),
      Date.now(),
    ],
  });
  return rows;
}

/** Returns the verdict on a request. `isExcess` means that it was counted, although it exceeds a limit. */
function verdictOf(rate: Rate, { counts, index }: Counted): Verdict & { isExcess: boolean } {
  const isCounted = index < counts.granted;
  // The state of the windows when this request was counted: later requests of the batch do not count yet.
  const later = isCounted ? counts.granted - index - 1 : 0;
  const [inHour, inMinute] = [(counts.hour_points ?? 0) - later, (counts.minute_points ?? 0) - later];
  const [beyondHour, beyondMinute] = isCounted
    ? [inHour > rate.perHour, inMinute > rate.perMinute]
    : [inHour >= rate.perHour, true];
  return {
    ...usageOf(rate, { ...counts, hour_points: inHour, minute_points: inMinute }),
    // When both are exceeded, the client must wait for the longer one.
    refusedBy: beyondHour ? 'hour' : beyondMinute ? 'minute' : null,
    isExcess: isCounted && (beyondHour || beyondMinute),
  };
}

function usageOf({ perHour, perMinute }: Rate, counts: Counts): Usage {
  const { hour_points, hour_ends, minute_points, minute_ends } = counts;
  return {
    hour: windowOf('hour', perHour, openWindow(hour_points, hour_ends)),
    minute: windowOf('minute', perMinute, openWindow(minute_points, minute_ends)),
  };
}

function openWindow(points: number | null, ends: string | null) {
  return ends === null ? null : { used: points ?? 0, resetAt: Number(ends) };
}
