/**
 * The parts that the three statements which insert deliveries share: all name their lines `line`, their
 * deliveries `delivery`, and publish `delivery.created`. They differ in:
 *
 * | statement | deliveries | ids drawn by | lines from | also writes |
 * | ------------------ | ---------- | ----------------- | ------------------------------- |
 * -------------------- |
 * | `createDelivery` | one | the insert | arrays, so its plan is kept | lots |
 * | `insertDeliveries` | many | a part before it | JSON, and tells lines apart | |
 * | `reviseDelivery` | one | the cancelled row | the old version, then the input | lots, links, old row |
 */
import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL for the quantity, the value and the weight of a delivery, from all lines of its statement. */
export const SUMS_OF_LINES = Prisma.sql`
  (SELECT sum(quantity) FROM line), (SELECT sum(quantity * unit_price) FROM line),
  (SELECT sum(quantity * weight) FROM line)`;

/** Returns the INSERT of the lines. @param from the lines with the id of their delivery, as SQL */
export function insertItems(
  accountId: bigint,
  deliveryId = Prisma.sql`delivery.id`,
  from = Prisma.sql`delivery, line`,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
    SELECT ${accountId}, ${deliveryId}, line.product_id, line.position, line.name, line.quantity, line.unit_price,
           line.weight
    FROM ${from}
    RETURNING *`;
}
