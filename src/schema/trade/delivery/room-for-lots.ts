import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import type { DELIVERY_FIELDS } from './fields.ts';
import type { z } from 'zod';

/** The new lines of a delivery. Lines without lots keep their lots. */
type Lines = z.output<(typeof DELIVERY_FIELDS)['products']['kind']['rule']> | undefined;

/** Returns SQL for the lines that are smaller than the lots they keep, with the sum of these lots. */
export function tooSmall(accountId: bigint, id: bigint, products: Lines): Prisma.Sql {
  const keeping = (products ?? []).filter(({ lots }) => lots == null);
  return Prisma.sql`
    SELECT product_id AS "productId", sum(lot.quantity)::int AS quantity
    FROM delivery_item_lots lot
    JOIN unnest(${keeping.map(({ productId }) => productId)}::bigint[],
                ${keeping.map(({ quantity }) => quantity)}::int[]) AS kept (product_id, most) USING (product_id)
    WHERE lot.account_id = ${accountId} AND lot.delivery_id = ${id} AND superseded_at IS NULL
    GROUP BY product_id, most HAVING sum(lot.quantity) > most`;
}

/**
 * Requires that each line is as large as the lots that it keeps.
 *
 * @throws AppError `validation_error` on the quantity of each line that is not
 */
export async function requireRoomForLots(context: Context, id: bigint, products: Lines): Promise<void> {
  const rows = await context.db.$queryRaw<{ productId: bigint; quantity: number }[]>(
    tooSmall(accountOf(context), id, products),
  );
  const lots = new Map(rows.map(({ productId, quantity }) => [productId, quantity]));
  const [first, ...others] = (products ?? []).flatMap(({ productId }, index) => {
    const quantity = lots.get(productId);
    if (quantity === undefined) return [];
    const problem = `must not be less than its lots add up to, ${quantity}. Change the lots first, or name new ones here`;
    return [faultAt(`products[${index}].quantity`, violation('less_than_lots', problem, { min: quantity }))];
  });
  if (first) throw new AppError(first, ...others);
}
