import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import type { Context } from '../../core/context.ts';

/**
 * Returns a part of a statement that notes who changed which price, from what to what: the part `old` has the
 * rows as they were, and `product` those that changed.
 */
export function notePrices(context: Context): Prisma.Sql {
  return Prisma.sql`noted AS (
    INSERT INTO price_changes (account_id, product_id, changed_by, price_before, price_after)
    SELECT product.account_id, product.id, ${actorName(context)}, old.price, product.price
    FROM product JOIN old ON old.account_id = product.account_id AND old.id = product.id
    WHERE product.price <> old.price
  )`;
}
