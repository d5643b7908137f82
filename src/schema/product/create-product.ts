import { z } from 'zod';
import { PLAN_LIMITS } from '../account/plans.ts';
import { quotaExceeded } from '../account/quota.ts';
import { callerOf, type Context } from '../context.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { columns, values } from '../fields-sql.ts';
import { rulesToCreate } from '../fields.ts';
import { valid } from '../valid.ts';
import { PRODUCT_FIELDS } from './fields.ts';

const CreateProduct = z.strictObject(rulesToCreate(PRODUCT_FIELDS));
const COLUMNS = columns(PRODUCT_FIELDS);

/**
 * Adds a product with the account's next sequential number and returns its id. Counting up and inserting are one
 * statement, so a failed insert uses no number. Products are never deleted, so the number is also the count.
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
    INSERT INTO products (account_id, sequence_number, ${COLUMNS})
    SELECT ${accountId}, last_number, ${values(PRODUCT_FIELDS, product)} FROM sequence
    RETURNING *
    ), event AS (${publish('product.created', 'product')})
    SELECT id, ${HAS_RECIPIENTS} FROM product`;
  if (!created) throw quotaExceeded(plan, 'products');
  context.announce(created.has_recipients);
  return created.id;
}
