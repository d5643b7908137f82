import type { Db } from '../../database/connect.ts';
import { publicHolidays } from './public-holidays.ts';

/** The days of a period on which branches take no deliveries. */
export interface ClosedDates {
  /** Returns why the branch is closed on a date, YYYY-MM-DD; null if it is open. */
  reasonOf(branchId: bigint | number, date: string): string | null;
}

/** What is said of a day that was closed without a reason. */
export const NO_REASON = 'closed';

interface ClosedDateRow {
  publicHolidays: string | null;
  branchId: bigint | null;
  date: string | null;
  reason: string | null;
  isOpen: boolean | null;
}

/**
 * Reads the closed days of branches from one date to another, both included, with one statement for any number of
 * branches. A day of the branch's own list decides, then one of the account's list, then a public holiday.
 */
export async function closedDatesOf(
  client: Pick<Db, '$queryRaw'>,
  accountId: bigint,
  branchIds: readonly (bigint | number)[],
  from: string,
  to: string,
): Promise<ClosedDates> {
  const rows = await client.$queryRaw<ClosedDateRow[]>`
    SELECT account.public_holidays AS "publicHolidays", day.branch_id AS "branchId",
           to_char(day.date, 'YYYY-MM-DD') AS date, day.reason, day.is_open AS "isOpen"
    FROM accounts account
    LEFT JOIN closed_days day ON day.account_id = account.id AND day.date BETWEEN ${from}::date AND ${to}::date
      AND (day.branch_id IS NULL OR day.branch_id = ANY(${branchIds.map(BigInt)}::bigint[]))
    WHERE account.id = ${accountId}`;
  const holidays = await publicHolidays(rows[0]?.publicHolidays ?? null, from, to);
  const listed = new Map(rows.map((row) => [keyOf(row.branchId, row.date), row]));
  return {
    reasonOf(branchId, date) {
      const own = listed.get(keyOf(branchId, date)) ?? listed.get(keyOf(null, date));
      if (!own) return holidays.get(date) ?? null;
      return own.isOpen ? null : (own.reason ?? NO_REASON);
    },
  };
}

function keyOf(branchId: bigint | number | null, date: string | null): string {
  return `${branchId ?? ''} ${date}`;
}

/** A branch on a day, YYYY-MM-DD. */
export interface PlaceOfDay {
  branchId: bigint;
  date: string;
}

interface FoundRow {
  publicHolidays: string | null;
  isOpen: boolean | null;
  reason: string | null;
}

/** Returns for each of many branches and days why it is closed, null if it is open, with one statement. */
export async function closedReasons(
  client: Pick<Db, '$queryRaw'>,
  accountId: bigint,
  places: readonly PlaceOfDay[],
): Promise<(string | null)[]> {
  if (places.length === 0) return [];
  const rows = await client.$queryRaw<FoundRow[]>`
    SELECT account.public_holidays AS "publicHolidays", found.is_open AS "isOpen", found.reason
    FROM unnest(${places.map(({ branchId }) => branchId)}::bigint[], ${places.map(({ date }) => date)}::date[])
         WITH ORDINALITY AS asked (branch_id, date, place)
    JOIN accounts account ON account.id = ${accountId}
    LEFT JOIN LATERAL (
      SELECT day.is_open, day.reason FROM closed_days day
      WHERE day.account_id = ${accountId} AND day.date = asked.date
        AND (day.branch_id = asked.branch_id OR day.branch_id IS NULL)
      ORDER BY day.branch_id NULLS LAST LIMIT 1
    ) AS found ON TRUE
    ORDER BY place`;
  return Promise.all(
    rows.map(async ({ publicHolidays: code, isOpen, reason }, at) => {
      const { date } = places[at]!;
      if (isOpen === null) return (await publicHolidays(code, date, date)).get(date) ?? null;
      return isOpen ? null : (reason ?? NO_REASON);
    }),
  );
}
