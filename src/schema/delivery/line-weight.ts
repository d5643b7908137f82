import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Returns SQL for what one piece of a product weighs in lines without a weight, which are from before lines copied it:
 * what the product did when the column was added.
 */
function earlierWeight(accountId: Prisma.Sql, productId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (SELECT earlier.weight FROM earlier_weights earlier
     WHERE earlier.account_id = ${accountId} AND earlier.product_id = ${productId}),
    (SELECT product.weight FROM products product
     WHERE product.account_id = ${accountId} AND product.id = ${productId}))`;
}

/** SQL for the weight of one piece in a row of delivery_items aliased `item`. */
export const LINE_WEIGHT = Prisma.sql`coalesce(item.weight,
  ${earlierWeight(Prisma.sql`item.account_id`, Prisma.sql`item.product_id`)})`;

/**
 * Returns SQL for the weight of a group of rows of one product, given columns of {@link GROUP_PARTS}. What rows without a
 * weight weigh is looked up once for the group, outside of its statement: a look-up inside would keep PostgreSQL from
 * reading the rows in parallel.
 */
export function groupWeight(accountId: bigint, productId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(weighed, 0) + CASE WHEN unweighed IS NULL THEN 0
    ELSE unweighed * ${earlierWeight(Prisma.sql`${accountId}`, productId)} END`;
}

/** SQL of the columns for {@link groupWeight}, over rows aliased `item`. */
export const GROUP_PARTS = Prisma.sql`sum(item.quantity * item.weight) AS weighed,
  sum(item.quantity) FILTER (WHERE item.weight IS NULL) AS unweighed`;

/** SQL for the weight of all pieces in a row of deliveries aliased `delivery`. */
export const TOTAL_WEIGHT = Prisma.sql`coalesce(delivery.total_weight,
  (SELECT sum(item.quantity * ${LINE_WEIGHT}) FROM delivery_items item
   WHERE item.account_id = delivery.account_id AND item.delivery_id = delivery.id))`;
