import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../account/plans.ts';
import { quotaExceeded } from '../account/quota.ts';
import { callerOf, type Context } from '../context.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { price, text, weight } from '../rules.ts';
import { valid } from '../valid.ts';
import { PRODUCT_DATA } from './event-data.ts';

export const productRules = { name: text(), weight, price, category: text() };

const CreateProduct = z.strictObject(productRules);

const CREATED = Prisma.sql`${PRODUCT_DATA}, iso_utc(created_at) AS created_at`;

/**
 * Adds a product under the account's next sequential number. Counting up and inserting are one
 * statement, so a failure gives the number back. No product is ever deleted, so the number is also how many there are.
 *
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export async function createProduct(context: Context, input: unknown): Promise<bigint> {
  const product = valid(CreateProduct, input);
  const { accountId, plan } = callerOf(context);
  const [created] = await context.db.$queryRaw<{ id: bigint; has_recipients: boolean }[]>`
    WITH sequence AS (
      INSERT INTO product_sequences AS counter (account_id, last_number) VALUES (${accountId}, 1)
      ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + 1
      WHERE counter.last_number < ${PLAN_LIMITS[plan].quotas.products}
      RETURNING last_number
    ), product AS (
    INSERT INTO products (account_id, sequence_number, name, weight, price, category)
    SELECT ${accountId}, last_number, ${product.name}, ${String(product.weight)}::numeric,
           ${String(product.price)}::numeric, ${product.category}
    FROM sequence
    RETURNING *
    ), event AS (${publish('product.created', 'product', CREATED)})
    SELECT id, ${HAS_RECIPIENTS} FROM product`;
  if (!created) throw quotaExceeded(plan, 'products');
  context.published(created.has_recipients);
  return created.id;
}
