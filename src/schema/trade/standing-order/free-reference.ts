import type { Db } from '../../../database/connect.ts';
import { dateOf, type Day } from './days.ts';

/**
 * Lets orders whose last day has passed give up a reference, so that another order can have it. One of them
 * takes it again when it gets a later last day, if it is free.
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
