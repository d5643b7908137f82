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
 * SQL for the weight of all rows aliased `item` in a group by account and product. What lines without a weight weigh is
 * looked up once for the group, not for each row.
 */
export const GROUP_WEIGHT = Prisma.sql`coalesce(sum(item.quantity * item.weight), 0)
  + CASE WHEN count(item.weight) < count(*) THEN sum(item.quantity) FILTER (WHERE item.weight IS NULL)
    * ${earlierWeight(Prisma.sql`item.account_id`, Prisma.sql`item.product_id`)} ELSE 0 END`;

/** SQL for the weight of all pieces in a row of deliveries aliased `delivery`. */
export const TOTAL_WEIGHT = Prisma.sql`coalesce(delivery.total_weight,
  (SELECT sum(item.quantity * ${LINE_WEIGHT}) FROM delivery_items item
   WHERE item.account_id = delivery.account_id AND item.delivery_id = delivery.id))`;
