import { Prisma } from '../../generated/prisma/client.ts';

/** What every event about a product tells of it, from a row of `products` (contract §3). */
export const PRODUCT_DATA = Prisma.sql`
  source.id AS product_id, sequential_id, name, trim_scale(weight) AS weight, trim_scale(price) AS price, category`;
