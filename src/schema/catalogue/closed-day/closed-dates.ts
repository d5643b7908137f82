import type { Db } from '../../../database/connect.ts';
import { isOnWeekday } from '../../core/noun/weekdays.ts';
import { holidaysAround, publicHolidays } from './public-holidays.ts';

/** The days of a period on which branches take no deliveries. */
export interface ClosedDates {
  /** Returns why the branch is closed on a date, YYYY-MM-DD; null if it is open. */
  reasonOf(branchId: bigint | number, date: string): string | null;
}

/** The reason shown for a day that was closed without a reason. */
export const NO_REASON = 'closed';

interface ClosedDateRow {
  /** Whether the row belongs to the account; other rows have the closed weekdays of a branch. */
  isOfAccount: boolean;
  publicHolidays: string | null;
  closedWeekdays: number;
  branchId: bigint | null;
  date: string | null;
  reason: string | null;
  isOpen: boolean | null;
}

/**
 * Reads the closed days of branches from one date to another, both included, with one statement for any
 * number of branches. A day of the branch's own list decides, then one of the account's list, then a public
 * holiday, then the days of the week that are closed.
 */
export async function closedDatesOf(
  client: Pick<Db, '$queryRaw'>,
  accountId: bigint,
  branchIds: readonly (bigint | number)[],
  from: string,
  to: string,
): Promise<ClosedDates> {
  const rows = await client.$queryRaw<ClosedDateRow[]>`
    SELECT true AS "isOfAccount", account.public_holidays AS "publicHolidays",
           account.closed_weekdays AS "closedWeekdays", day.branch_id AS "branchId",
           to_char(day.date, 'YYYY-MM-DD') AS date, day.reason, day.is_open AS "isOpen"
    FROM accounts account
    LEFT JOIN closed_days day ON day.account_id = account.id AND day.date BETWEEN ${from}::date AND ${to}::date
      AND (day.branch_id IS NULL OR day.branch_id = ANY(${branchIds.map(BigInt)}::bigint[]))
    WHERE account.id = ${accountId}
    UNION ALL
    SELECT false, NULL, closed_weekdays, id, NULL, NULL, NULL FROM branches
    WHERE account_id = ${accountId} AND id = ANY(${branchIds.map(BigInt)}::bigint[]) AND closed_weekdays IS NOT NULL`;
  const account = rows.find(({ isOfAccount }) => isOfAccount);
  const holidays = await publicHolidays(account?.publicHolidays ?? null, from, to);
  const weekdays = new Map<number, number>();
  // Days are looked up thousands of times, so the keys of the maps are values that exist already.
  const lists = new Map<number | null, Map<string | null, ClosedDateRow>>();
  for (const row of rows) {
    if (!row.isOfAccount) {
      weekdays.set(Number(row.branchId), row.closedWeekdays);
      continue;
    }
    const id = row.branchId === null ? null : Number(row.branchId);
    lists.set(id, (lists.get(id) ?? new Map<string | null, ClosedDateRow>()).set(row.date, row));
  }
  return {
    reasonOf(branchId, date) {
      const own = lists.get(Number(branchId))?.get(date) ?? lists.get(null)?.get(date);
      if (!own) {
        const closed = weekdays.get(Number(branchId)) ?? account?.closedWeekdays ?? 0;
        return holidays.get(date) ?? (isOnWeekday(closed, date) ? NO_REASON : null);
      }
      return own.isOpen ? null : (own.reason ?? NO_REASON);
    },
  };
}

/** A branch on a day, YYYY-MM-DD. */
export interface PlaceOfDay {
  branchId: bigint;
  date: string;
}

interface FoundRow {
  publicHolidays: string | null;
  closedWeekdays: number;
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
    SELECT account.public_holidays AS "publicHolidays", found.is_open AS "isOpen", found.reason,
           coalesce(branch.closed_weekdays, account.closed_weekdays) AS "closedWeekdays"
    FROM unnest(${places.map(({ branchId }) => branchId)}::bigint[], ${places.map(({ date }) => date)}::date[])
         WITH ORDINALITY AS asked (branch_id, date, place)
    JOIN accounts account ON account.id = ${accountId}
    LEFT JOIN branches branch ON branch.account_id = ${accountId} AND branch.id = asked.branch_id
    LEFT JOIN LATERAL (
      SELECT day.is_open, day.reason FROM closed_days day
      WHERE day.account_id = ${accountId} AND day.date = asked.date
        AND (day.branch_id = asked.branch_id OR day.branch_id IS NULL)
      ORDER BY day.branch_id NULLS LAST LIMIT 1
    ) AS found ON TRUE
    ORDER BY place`;
  const unlisted = places.filter((_, at) => rows[at]?.isOpen === null).map(({ date }) => date);
  const holidays = await holidaysAround(rows[0]?.publicHolidays ?? null, unlisted);
  return rows.map(({ isOpen, reason, closedWeekdays }, at) => {
    const { date } = places[at]!;
    if (isOpen === null) return holidays.get(date) ?? (isOnWeekday(closedWeekdays, date) ? NO_REASON : null);
    return isOpen ? null : (reason ?? NO_REASON);
  });
}
