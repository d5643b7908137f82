import { Prisma } from '../../../generated/prisma/client.ts';
import { DATE } from '../noun/kinds.ts';
import { calendarDate } from '../noun/rules.ts';

/**
 * Returns the filters by the day of a time, in the time zone of the account.
 *
 * @param done what happened then, such as `started`
 */
export function dayFilters(done: string, column: Prisma.Sql) {
  return {
    dateFrom: {
      kind: DATE,
      rule: calendarDate,
      is: `${done} on this day or later, in the account's time zone`,
      where: (date: string, accountId: bigint) => Prisma.sql`${column} >= ${dayStart(date, 0, accountId)}`,
    },
    dateTo: {
      kind: DATE,
      rule: calendarDate,
      endOf: 'dateFrom',
      is: `${done} on this day or earlier, in the account's time zone`,
      where: (date: string, accountId: bigint) => Prisma.sql`${column} < ${dayStart(date, 1, accountId)}`,
    },
  } as const;
}

function dayStart(date: string, later: number, accountId: bigint): Prisma.Sql {
  return Prisma.sql`(${date}::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT time_zone FROM accounts WHERE id = ${accountId})`;
}
