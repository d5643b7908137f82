import type { Db } from '../../../database/connect.ts';
import { dateOf, type Day } from './days.ts';

/**
 * Makes orders whose last day has passed release a reference, so that another order can have it. An order
 * takes it back when its last day moves to the future, if the reference is free.
 */
export async function freeReference(
  db: Db,
  accountId: bigint,
  reference: string | null | undefined,
  { today, except = 0n }: { today: Day; except?: bigint },
): Promise<void> {
  if (reference == null) return;
  await db.$executeRaw`
    UPDATE standing_orders SET holds_reference = false
    WHERE account_id = ${accountId} AND reference = ${reference} AND holds_reference AND id <> ${except}
      AND ends_on < ${dateOf(today)}::date`;
}
