import { accountOf, type Context } from '../../core/context.ts';
import { TO_CHECK } from './fields.ts';

/** The maximum count: a badge shows `99+` beyond it. */
export const MAX_COUNTED = 100;

/** Returns how many receipts wait for the supplier, at most {@link MAX_COUNTED}. */
export async function countToCheck(context: Context): Promise<number> {
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM receipts WHERE account_id = ${accountOf(context)} AND state = ANY(${TO_CHECK}::text[])
      LIMIT ${MAX_COUNTED}
    ) AS counted`;
  return count;
}
