import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf } from '../../core/context.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { hasWithdrawnLots } from '../../trade/lot/withdrawn-dispatch.ts';
import { isWithdrawn } from '../../trade/lot/withdrawn-lots.ts';

/** Returns whether a delivery has withdrawn lots. */
export const hasWithdrawn = readTogether(async (context, ids: readonly bigint[]) => {
  const rows = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM unnest(${[...ids]}::bigint[]) AS delivery (id)
    WHERE ${hasWithdrawnLots(accountOf(context), Prisma.sql`delivery.id`)}`;
  const withdrawn = new Set(rows.map(({ id }) => id));
  return ids.map((id) => withdrawn.has(id));
});

/** Returns whether a lot is withdrawn. */
export const isWithdrawnLot = readTogether(async (context, ids: readonly bigint[]) => {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT lot.id FROM delivery_item_lots lot
    WHERE lot.account_id = ${accountId} AND lot.id = ANY(${[...ids]}::bigint[]) AND EXISTS (
      SELECT FROM withdrawals withdrawal
      WHERE withdrawal.account_id = ${accountId} AND withdrawal.product_id = lot.product_id
        AND withdrawal.kind <> 'test' AND ${isWithdrawn('withdrawal', 'lot')})`;
  const withdrawn = new Set(rows.map(({ id }) => id));
  return ids.map((id) => withdrawn.has(id));
});
