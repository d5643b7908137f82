import { Prisma } from '../../../generated/prisma/client.ts';

/** The columns that decide a price, as SQL. */
interface PriceColumns {
  supermarketId: Prisma.Sql;
  productId: Prisma.Sql;
  day: Prisma.Sql;
  /** The price of the product, where none is agreed. */
  listPrice: Prisma.Sql;
}

/**
 * Returns SQL for the price of a product for a supermarket on a day. Every line of a delivery gets its price
 * by it. Agreements do not overlap, so the last one that began decides, with one step in an index.
 */
export function priceOn(
  accountId: bigint,
  { supermarketId, productId, day, listPrice }: PriceColumns,
): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT CASE WHEN coalesce(agreed.valid_to >= ${day}, true) THEN agreed.price END
    FROM price_agreements agreed
    WHERE agreed.account_id = ${accountId} AND agreed.supermarket_id = ${supermarketId}
      AND agreed.product_id = ${productId} AND agreed.valid_from <= ${day}
    ORDER BY agreed.valid_from DESC LIMIT 1), ${listPrice})`;
}
