import { Prisma } from '../../../generated/prisma/client.ts';
import { publish } from '../../core/event/publish.ts';
import { RETURN_EVENTS } from './events.ts';

/**
 * Returns the change that inserts a return and publishes its event. Its part `return` has the new row.
 *
 * @param before the parts of the statement that `row` reads; `line` has the returned line
 * @param row selects the columns of `columns`
 */
export function insertReturn(before: Prisma.Sql, columns: Prisma.Sql, row: Prisma.Sql) {
  const parts = Prisma.sql`
    WITH ${before}, return AS (
      INSERT INTO returns (${columns}) ${row}
      RETURNING *, (SELECT name FROM line) AS product_name
    )`;
  return { parts, events: [publish(RETURN_EVENTS['return.created'], 'return')] as const };
}
