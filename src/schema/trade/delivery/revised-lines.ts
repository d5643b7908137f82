import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { priceOn } from '../../catalogue/price-agreement/price-on.ts';
import { AppError, faultAt } from '../../core/errors.ts';

interface RevisedPrice {
  productId: bigint;
  /** Null for the price of the new version's day. */
  unitPrice: number | null;
}

/** The parts of a revision that decide the lines of the new version. */
interface RevisedParts {
  products?: readonly { productId: bigint; quantity: number }[] | undefined;
  prices?: readonly RevisedPrice[] | undefined;
  deliveryDate?: string | undefined;
}

/** Returns the condition that the new version has a line for each price of the input. */
export function areLines(prices: readonly RevisedPrice[]): Prisma.Sql {
  const ids = prices.map(({ productId }) => productId);
  return Prisma.sql`(SELECT count(*) FROM line WHERE product_id = ANY(${ids}::bigint[])) = ${ids.length}`;
}

/**
 * Returns SQL for the lines of the new version. A product that was archived since can stay, but not be added.
 * A line gets the price of the input, else keeps its price, else gets that of the new version's day.
 */
export function revisedLines(
  accountId: bigint,
  id: bigint,
  { products, prices, deliveryDate }: RevisedParts,
): Prisma.Sql {
  if (!products && !prices) return oldLines(accountId, id);
  const requested = products
    ? Prisma.sql`unnest(${products.map((line) => line.productId)}::bigint[],
                        ${products.map((line) => line.quantity)}::int[])
                 WITH ORDINALITY AS requested (product_id, quantity, position)`
    : Prisma.sql`(${oldLines(accountId, id)}) AS requested`;
  const unitPrices = (prices ?? []).map(({ unitPrice }) => (unitPrice === null ? null : String(unitPrice)));
  const named = Prisma.sql`
    LEFT JOIN unnest(${(prices ?? []).map(({ productId }) => productId)}::bigint[], ${unitPrices}::numeric[])
              AS named (product_id, unit_price) ON named.product_id = requested.product_id`;
  const ofDay = priceOn(accountId, {
    supermarketId: Prisma.sql`old_version.supermarket_id`,
    productId: Prisma.sql`product.id`,
    day: Prisma.sql`coalesce(${deliveryDate ?? null}::date, old_version.delivery_date)`,
    listPrice: Prisma.sql`product.price`,
  });
  return Prisma.sql`
    SELECT requested.position, requested.product_id, coalesce(kept.name, product.name) AS name,
           requested.quantity, coalesce(named.unit_price,
             CASE WHEN named.product_id IS NULL THEN kept.unit_price END, ${ofDay}) AS unit_price,
           coalesce(kept.weight, product.weight) AS weight
    FROM ${requested} ${named}
    JOIN deliveries old_version ON old_version.account_id = ${accountId} AND old_version.id = ${id}
    JOIN products product ON product.account_id = ${accountId} AND product.id = requested.product_id
    LEFT JOIN (${oldLines(accountId, id)}) AS kept ON kept.product_id = requested.product_id
    WHERE kept.product_id IS NOT NULL OR product.archived_at IS NULL`;
}

function oldLines(accountId: bigint, id: bigint): Prisma.Sql {
  return Prisma.sql`SELECT position, product_id, name, quantity, unit_price, weight
    FROM delivery_items
    WHERE account_id = ${accountId} AND delivery_id = ${id}`;
}

/** @throws AppError `validation_error` on the product of each price that the new version has no line for */
export function requireLines(prices: readonly RevisedPrice[] = [], productIds: readonly bigint[]): void {
  const [first, ...others] = prices.flatMap(({ productId }, index) => {
    if (productIds.includes(productId)) return [];
    const missing = violation('not_in_delivery', 'is not in the new version of the delivery');
    return [faultAt(`prices[${index}].productId`, missing)];
  });
  if (first) throw new AppError(first, ...others);
}
