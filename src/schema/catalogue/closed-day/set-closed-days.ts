import { z } from 'zod';
import { type Violation, violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, faultAt } from '../../core/errors.ts';
import { MAX_FAULTS } from '../../core/limits.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { calendarDate, LAST_DATE, lengthFirst } from '../../core/noun/rules.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import { valid } from '../../core/noun/valid.ts';
import { requireMatch } from '../../core/version/require-version.ts';
import { MAX_CLOSED_DAYS, MAX_LISTED_CLOSED_DAYS } from '../limits.ts';
import { CLOSED_DAY_FIELDS } from './fields.ts';
import type { ClosedDay } from './list-closed-days.ts';
import { branchOf, inList, lockList, versionsOfLists } from './own-list.ts';

const Day = z.strictObject(rulesToCreate(CLOSED_DAY_FIELDS));
const Input = z.strictObject({
  days: lengthFirst(z.array(Day), MAX_CLOSED_DAYS, `must have at most ${MAX_CLOSED_DAYS} days`),
  from: calendarDate.nullish(),
  until: calendarDate.nullish(),
});

type Day = z.output<typeof Day>;

interface Given {
  branchId?: string | null | undefined;
  days: readonly unknown[];
  from?: string | null | undefined;
  until?: string | null | undefined;
  ifMatch?: string | null | undefined;
}

/**
 * Replaces the closed days of the account, or of a branch, from a day (today by default) until a day, and
 * returns them. Days that stay as they were keep their source.
 *
 * @throws AppError `validation_error`, `not_found`, `precondition_failed` for another version of the whole
 * list
 */
export async function setClosedDays(
  context: Context,
  { branchId, ifMatch, ...given }: Given,
): Promise<ClosedDay[]> {
  const { days, from: firstDay, until = null } = valid(Input, given);
  const today = todayOf(context);
  const from = firstDay ?? today;
  if (from < today) throw new AppError(faultAt('from', outOfWindow(today, null)));
  if (until !== null && until < from) throw new AppError(faultAt('until', outOfWindow(from, null)));
  requireWindow(days, from, until);
  const branch = await branchOf(context, branchId);
  const accountId = accountOf(context);
  return inOneTransaction(context, async (inside) => {
    const { db } = inside;
    await lockList(inside, branch);
    if (ifMatch != null) requireMatch((await versionsOfLists(inside, [branch]))[0], ifMatch);
    const list = inList(inside, branch, from);
    const dates = days.map(({ date }) => date);
    await db.$executeRaw`
      DELETE FROM closed_days
      WHERE ${list} AND date <= coalesce(${until}::date, 'infinity') AND date <> ALL(${dates}::date[])`;
    await db.$executeRaw`
      INSERT INTO closed_days (account_id, branch_id, date, reason, source, is_open)
      SELECT ${accountId}, ${branch}::bigint, date, reason, 'typed', is_open
      FROM unnest(${dates}::date[], ${days.map(({ reason }) => reason ?? null)}::text[],
                  ${days.map(({ open }) => open ?? false)}::boolean[]) AS given (date, reason, is_open)
      ON CONFLICT (account_id, branch_id, date) DO UPDATE
      SET reason = excluded.reason, is_open = excluded.is_open, source = 'typed'
      WHERE (closed_days.reason, closed_days.is_open) IS DISTINCT FROM (excluded.reason, excluded.is_open)`;
    await requireRoom(inside, branch, today, 'days');
    return db.$queryRaw<ClosedDay[]>`
      SELECT date, reason, branch_id AS "branchId", source, is_open AS "isOpen" FROM closed_days
      WHERE ${list} AND date = ANY(${dates}::date[]) ORDER BY date`;
  });
}

/**
 * Requires that each day is in the window and appears once.
 *
 * @throws AppError `validation_error` on each date that is not
 */
function requireWindow(days: readonly Day[], from: string, until: string | null): void {
  const seen = new Set<string>();
  const faults = days.flatMap(({ date }, index): Fault[] => {
    const field = `days[${index}].date`;
    if (date < from || (until !== null && date > until)) return [faultAt(field, outOfWindow(from, until))];
    if (seen.has(date)) return [faultAt(field, violation('repeated', 'repeats a day; each can appear once'))];
    seen.add(date);
    return [];
  });
  const [first, ...others] = faults.slice(0, MAX_FAULTS);
  if (first) throw new AppError(first, ...others);
}

function outOfWindow(from: string, until: string | null): Violation {
  const wording = until === null ? `must be ${from} or later` : `must be from ${from} to ${until}`;
  return violation('date_out_of_range', wording, { min: from, max: until ?? LAST_DATE });
}

/**
 * Requires that a list is not too long, after days were added to it.
 *
 * @throws AppError `validation_error` on `field`
 */
export async function requireRoom(
  context: Context,
  branchId: bigint | null,
  today: string,
  field: string,
): Promise<void> {
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM closed_days WHERE ${inList(context, branchId, today)}`;
  if (count > MAX_LISTED_CLOSED_DAYS) {
    const wording = `must leave at most ${MAX_LISTED_CLOSED_DAYS} days in the list from today on`;
    throw new AppError(faultAt(field, violation('too_many', wording, { max: MAX_LISTED_CLOSED_DAYS })));
  }
}
