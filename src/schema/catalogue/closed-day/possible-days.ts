import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_CUT_OFF_DAYS, MAX_NEXT_DATES, MAX_PERIOD_DAYS } from '../limits.ts';
import { closedDatesOf } from './closed-dates.ts';
import { NEXT_DATES } from './fields.ts';
import { dateAfter } from './date-after.ts';

/** A branch, and the day from which to look for possible days of delivery. */
interface DaysOfBranch {
  supermarketId: bigint;
  branchId: bigint;
  /** The first day, YYYY-MM-DD; tomorrow if that is later. */
  from: string;
}

/**
 * Returns SQL for whether the cut-off of the row `supermarket` for a day has passed; never without a cut-off.
 */
export function isPastCutOff(context: Context, day: Prisma.Sql): Prisma.Sql {
  const { timeZone = 'UTC' } = callerOf(context);
  return Prisma.sql`
    (supermarket.cut_off_time IS NOT NULL AND now() >= first_moment(
      ${day} - supermarket.cut_off_days_before + supermarket.cut_off_time::time, ${timeZone}::text))`;
}

/**
 * Returns the first days on which a branch can get deliveries, YYYY-MM-DD: neither closed nor past the
 * cut-off. Looks 400 days ahead.
 */
export async function possibleDays(
  context: Context,
  { supermarketId, branchId, from }: DaysOfBranch,
  count: number,
): Promise<string[]> {
  const accountId = accountOf(context);
  const { timeZone = 'UTC' } = callerOf(context);
  const [row] = await context.db.$queryRaw<{ start: string }[]>`
    SELECT to_char(min(day), 'YYYY-MM-DD') AS start
    FROM supermarkets supermarket, generate_series(1, ${MAX_CUT_OFF_DAYS + 2}::int) AS ahead,
      LATERAL (SELECT (now() AT TIME ZONE ${timeZone}::text)::date + ahead AS day) AS each
    WHERE account_id = ${accountId} AND id = ${supermarketId} AND NOT ${isPastCutOff(context, Prisma.sql`day`)}`;
  if (!row?.start) return [];
  const start = from > row.start ? from : row.start;
  const end = dateAfter(start, MAX_PERIOD_DAYS - 1);
  const closed = await closedDatesOf(context.db, accountId, [branchId], start, end);
  const days: string[] = [];
  for (let day = start; day <= end && days.length < count; day = dateAfter(day, 1)) {
    if (closed.reasonOf(branchId, day) === null) days.push(day);
  }
  return days;
}

const problem = `must be an integer from 1 to ${MAX_NEXT_DATES}`;
const Asked = z.strictObject({
  first: z.int(problem).min(1, problem).max(MAX_NEXT_DATES, problem).nullish(),
});

/**
 * Returns the next days on which a branch can get deliveries; null if the account has no such branch.
 *
 * @throws AppError `validation_error` on first
 */
export async function nextDeliveryDates(
  context: Context,
  branchId: string,
  first: number | null | undefined,
): Promise<string[] | null> {
  const { first: count } = valid(Asked, { first });
  const branch = await context.db.branch.findUnique({
    where: { accountId_id: { accountId: accountOf(context), id: recordIdOf(branchId) } },
    select: { id: true, supermarketId: true },
  });
  if (!branch) return null;
  const place = { supermarketId: branch.supermarketId, branchId: branch.id, from: '' };
  return possibleDays(context, place, count ?? NEXT_DATES);
}
