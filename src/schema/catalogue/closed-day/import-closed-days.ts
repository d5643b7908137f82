import { accountOf, type Context } from '../../core/context.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { rehearse } from '../../core/write/rehearse.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import type { ClosedDay } from './list-closed-days.ts';
import { listBranchOf, inDayList, lockList } from './own-list.ts';
import { readCalendar } from './read-calendar.ts';
import { requireRoomInList } from './set-closed-days.ts';

/** The result of importing a calendar file. */
export interface ImportedDays {
  /** The days that the list did not have. */
  days: ClosedDay[];
  /** The number of days that the list had already. */
  unchanged: number;
  /** The number of days that the list has as open. They stay open. */
  keptOpen: number;
  /** The number of events in the file that are no closed days. */
  ignored: number;
  isDryRun: boolean;
}

interface CalendarImport {
  branchId?: string | null | undefined;
  ics: string;
  dryRun?: boolean | null | undefined;
}

/**
 * Adds the days of a calendar file to the list of the account, or of a branch. Days that it has, also as
 * open, stay as they are.
 *
 * @throws AppError `validation_error`, `not_found`, `rate_limited`
 */
export async function importClosedDays(
  context: Context,
  { branchId, ics, dryRun }: CalendarImport,
): Promise<ImportedDays> {
  const today = todayOf(context);
  const { days, ignored } = await readCalendar(ics, today);
  const branch = await listBranchOf(context, branchId);
  const { added, keptOpen } = await (dryRun ? rehearse : inOneTransaction)(context, async (inside) => {
    await lockList(inside, branch);
    const [dates, reasons] = [[...days.keys()], [...days.values()]];
    const known = await inside.db.$queryRaw<{ date: Date; is_open: boolean }[]>`
      SELECT date, is_open FROM closed_days WHERE ${inDayList(inside, branch, today)} AND date = ANY(${dates}::date[])`;
    const had = new Set(known.map(({ date }) => date.toISOString().slice(0, 10)));
    await inside.db.$executeRaw`
      INSERT INTO closed_days (account_id, branch_id, date, reason, source)
      SELECT ${accountOf(context)}, ${branch}::bigint, date, reason, 'file'
      FROM unnest(${dates}::date[], ${reasons}::text[]) AS given (date, reason)
      ON CONFLICT (account_id, branch_id, date) DO NOTHING`;
    await requireRoomInList(inside, branch, today, 'ics');
    return {
      added: dates.filter((date) => !had.has(date)).sort(),
      keptOpen: known.filter(({ is_open: isOpen }) => isOpen).length,
    };
  });
  return {
    days: added.map((date) => ({
      date: new Date(date),
      reason: days.get(date) ?? null,
      branchId: branch,
      source: 'file',
      isOpen: false,
    })),
    unchanged: days.size - added.length - keptOpen,
    keptOpen,
    ignored,
    isDryRun: dryRun === true,
  };
}
