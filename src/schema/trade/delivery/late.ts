import type { Db } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { FilterCondition } from '../../core/list/filters.ts';
import { IS_OVER_MIDNIGHT } from '../../catalogue/supermarket/delivery-window.ts';
import { OPEN } from './status.ts';

/**
 * Returns the condition for deliveries that are still open after their day, in the account's time zone. A
 * window over midnight extends the day to its end.
 */
export function isOpenTooLong(isLate: boolean, accountId: bigint): FilterCondition {
  return async (db: Db) => {
    const [{ today, time }] = await db.$queryRaw<[{ today: string; time: string }]>`
      SELECT to_char(here, 'YYYY-MM-DD') AS today, to_char(here, 'HH24:MI:SS') AS time
      FROM accounts, LATERAL (SELECT now() AT TIME ZONE time_zone AS here) AS clock WHERE id = ${accountId}`;
    const late = Prisma.sql`
      status = ANY(${OPEN}::text[]) AND delivery_date < ${today}::date
      AND NOT (delivery_date = ${today}::date - 1 AND branch_id IN (
        SELECT branch.id FROM branches branch
        WHERE branch.account_id = ${accountId} AND ${IS_OVER_MIDNIGHT}
          AND right(branch.delivery_window, 5)::time >= ${time}::time))`;
    return isLate ? Prisma.sql`(${late})` : Prisma.sql`NOT (${late})`;
  };
}
