import { Prisma } from '../../../generated/prisma/client.ts';
import { columns } from '../../core/noun/fields-sql.ts';
import { PRODUCT_FIELDS } from './fields.ts';
import { publish } from '../../core/event/publish.ts';
import { PRODUCT_EVENTS } from './events.ts';

const PRODUCT_COLUMNS = columns(PRODUCT_FIELDS);

/**
 * Returns the change that inserts products and publishes their event, whoever creates them. Its part
 * `product` has the new rows.
 *
 * @param before the parts of the statement that `rows` reads
 * @param rows selects the account, the number and the values of each product
 */
export function insertProducts(before: Prisma.Sql, rows: Prisma.Sql) {
  const parts = Prisma.sql`
    WITH ${before}, product AS (
      INSERT INTO products (account_id, sequence_number, ${PRODUCT_COLUMNS}) ${rows}
      RETURNING *
    )`;
  return { parts, events: [publish(PRODUCT_EVENTS['product.created'], 'product')] as const };
}
