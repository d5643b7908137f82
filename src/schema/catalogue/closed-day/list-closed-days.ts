import { violation } from '../../../problems.ts';
import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { type CLOSED_DAY_SOURCE } from './fields.ts';
import { isOnWeekday } from '../../core/noun/weekdays.ts';
import { MAX_PERIOD_DAYS } from '../limits.ts';
import { dateAfter } from './date-after.ts';
import { listBranchOf } from './own-list.ts';
import { publicHolidays } from './public-holidays.ts';

/** A day of a list. */
export interface ClosedDay {
  date: Date;
  reason: string | null;
  /** Null for the whole account. */
  branchId: bigint | null;
  source: (typeof CLOSED_DAY_SOURCE.values)[number];
  isOpen: boolean;
}

const PeriodInput = z.strictObject({ from: calendarDate, to: calendarDate });

interface ClosedDaysArgs {
  from: string;
  to: string;
  branchId?: string | null | undefined;
  includeOpened?: boolean | null | undefined;
}

/**
 * Returns the closed days of a period by date, each once: as the list of the branch says, then that of the
 * account, then the public holidays, then the days of the week that are closed.
 *
 * @throws AppError `validation_error`, `not_found`
 */
export async function listClosedDays(
  context: Context,
  { branchId, includeOpened, ...period }: ClosedDaysArgs,
): Promise<ClosedDay[]> {
  const { from, to } = valid(PeriodInput, period);
  if (!isInOrder(from, to)) throw new AppError(faultAt('to', DATES_OUT_OF_ORDER.params));
  if (to >= dateAfter(from, MAX_PERIOD_DAYS)) {
    const wording = `must be at most ${MAX_PERIOD_DAYS} days from the start, both included`;
    throw new AppError(faultAt('to', violation('range_too_long', wording, { max: MAX_PERIOD_DAYS })));
  }
  const branch = await listBranchOf(context, branchId);
  const accountId = accountOf(context);
  const account = await context.db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { publicHolidays: true, closedWeekdays: true },
  });
  const own =
    branch === null
      ? null
      : await context.db.branch.findUnique({
          where: { accountId_id: { accountId, id: branch } },
          select: { closedWeekdays: true },
        });
  const rows = await context.db.$queryRaw<ClosedDay[]>`
    SELECT date, reason, branch_id AS "branchId", source, is_open AS "isOpen" FROM closed_days
    WHERE account_id = ${accountId} AND (branch_id IS NULL OR branch_id = ${branch}::bigint)
      AND date BETWEEN ${from}::date AND ${to}::date
    ORDER BY branch_id NULLS FIRST`;
  const days = new Map<number, ClosedDay>();
  const ofBranch = own?.closedWeekdays ?? null;
  for (let day = from; day <= to; day = dateAfter(day, 1)) {
    if (!isOnWeekday(ofBranch ?? account.closedWeekdays, day)) continue;
    const date = new Date(day);
    const branchId = ofBranch === null ? null : branch;
    days.set(date.getTime(), { date, reason: null, branchId, source: 'weekday', isOpen: false });
  }
  for (const [day, reason] of await publicHolidays(account.publicHolidays, from, to)) {
    const date = new Date(day);
    days.set(date.getTime(), { date, reason, branchId: null, source: 'holiday', isOpen: false });
  }
  for (const row of rows) days.set(row.date.getTime(), row);
  return [...days.values()]
    .filter(({ isOpen }) => includeOpened || !isOpen)
    .sort((one, other) => one.date.getTime() - other.date.getTime());
}
