import type { Pool } from 'pg';
import { hashOf, isKey } from '../../../src/schema/people/api-key/key-format.ts';
import { COUNT, KEY, TOUCH, WINDOWS } from './statements.ts';

/** The plans' limits; those of the Business plan are raised, as in service.ts. */
const PLAN_LIMITS: Record<string, { perHour: number; perMinute: number }> = {
  free: { perHour: 60, perMinute: 10 },
  business: { perHour: 1_000_000_000, perMinute: 1_000_000_000 },
};
const BEARER = 'Bearer ';

/** The account of a valid key; `may` is whether the key has the requested scopes. */
export interface Holder {
  account: string;
  plan: string;
  may: boolean;
}

export interface Verdict {
  refused: boolean;
  limit: number;
  remaining: number;
  /** UTC epoch seconds. */
  reset: number;
}

/**
 * Authenticates a request with one indexed lookup, or none for a malformed key. A cache would keep revoked
 * keys and old plans valid.
 */
export async function authenticate(pool: Pool, header = '', scopes: string[]): Promise<Holder | undefined> {
  const key = header.slice(BEARER.length);
  if (!header.startsWith(BEARER) || !isKey(key)) return undefined;
  const { rows } = await pool.query({ ...KEY, values: [hashOf(key), scopes] });
  const [row] = rows;
  if (!row || row.expired) return undefined;
  if (row.touch) pool.query({ ...TOUCH, values: [row.account_id, row.id] }).catch(() => {});
  return { account: row.account_id, plan: row.plan, may: row.may };
}

/** Subjects that are refused, and until when. */
const refusedUntil = new Map<string, Verdict & { until: number }>();

/**
 * Counts a request in both windows with one statement; refused requests do not count. An exceeded window
 * stays exceeded until it ends, so the process then refuses without a query.
 */
export async function count(pool: Pool, subject: string, plan: string): Promise<Verdict> {
  const known = refusedUntil.get(subject);
  if (known && known.until > Date.now()) return known;
  const { perHour, perMinute } = PLAN_LIMITS[plan]!;
  const now = Date.now();
  const { rows } = await pool.query({ ...COUNT, values: [subject, now, perHour, perMinute] });
  if (rows.length === 1) {
    const { hour_count, hour_ends } = rows[0];
    return { refused: false, limit: perHour, remaining: perHour - hour_count, reset: seconds(hour_ends) };
  }
  const { rows: windows } = await pool.query({ ...WINDOWS, values: [subject] });
  const { hour_count, hour_ends, minute_count, minute_ends } = windows[0];
  const isHour = Number(hour_ends) > now && hour_count >= perHour;
  const until = Number(isHour || minute_count < perMinute ? hour_ends : minute_ends);
  const remaining = Math.max(0, perHour - hour_count);
  const verdict = { refused: true, limit: perHour, remaining, reset: seconds(until), until };
  refusedUntil.set(subject, verdict);
  return verdict;
}

function seconds(ms: string | number): number {
  return Math.ceil(Number(ms) / 1_000);
}
