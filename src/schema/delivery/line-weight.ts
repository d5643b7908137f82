import { Prisma } from '../../generated/prisma/client.ts';

/**
 * SQL for the weight of one piece in a row of delivery_items aliased `item`. Rows without one are from before lines
 * copied it: they weigh what the product did when the column was added.
 */
export const LINE_WEIGHT = Prisma.sql`coalesce(item.weight,
  (SELECT earlier.weight FROM earlier_weights earlier
   WHERE earlier.account_id = item.account_id AND earlier.product_id = item.product_id),
  (SELECT product.weight FROM products product
   WHERE product.account_id = item.account_id AND product.id = item.product_id))`;

/** SQL for the weight of all pieces in a row of deliveries aliased `delivery`. */
export const TOTAL_WEIGHT = Prisma.sql`coalesce(delivery.total_weight,
  (SELECT sum(item.quantity * ${LINE_WEIGHT}) FROM delivery_items item
   WHERE item.account_id = delivery.account_id AND item.delivery_id = delivery.id))`;
