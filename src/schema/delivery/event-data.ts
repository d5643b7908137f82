import { Prisma } from '../../generated/prisma/client.ts';

/** What every event about a delivery tells of it, from a row of `deliveries` (contract §3). */
export const DELIVERY_DATA = Prisma.sql`
  source.id AS delivery_id,
  (SELECT name FROM supermarkets
   WHERE account_id = source.account_id AND id = source.supermarket_id) AS supermarket_name,
  (SELECT name FROM branches
   WHERE account_id = source.account_id AND id = source.branch_id) AS subchain_name,
  trim_scale(source.total_value) AS total_value`;
