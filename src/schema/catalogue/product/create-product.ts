import type { Query } from '../../../database/direct/selection.ts';
import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { values } from '../../core/noun/fields-sql.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ID_ONLY, writeRecord, type WrittenRecord } from '../../core/write/write.ts';
import { PRODUCT_FIELDS } from './fields.ts';
import { insertProducts } from './insert-products.ts';

const CreateProduct = z.strictObject(rulesToCreate(PRODUCT_FIELDS));

/**
 * Adds a product with the account's next sequential number, and returns it as `selection` selects it.
 * Counting up and inserting are one statement, so a failed insert uses no number. Products are never deleted,
 * so the number is also the count.
 *
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export async function createProduct(
  context: Context,
  input: unknown,
  selection: Query = ID_ONLY,
): Promise<WrittenRecord<'Product'>> {
  const product = valid(CreateProduct, input);
  const { accountId, plan } = callerOf(context);
  const number = Prisma.sql`
    sequence AS (
      INSERT INTO product_sequences AS counter (account_id, last_number) VALUES (${accountId}, 1)
      ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + 1
      WHERE counter.last_number < ${PLAN_LIMITS[plan].quotas.products}
      RETURNING last_number
    )`;
  const rows = Prisma.sql`SELECT ${accountId}, last_number, ${values(PRODUCT_FIELDS, product)} FROM sequence`;
  const sources = { Product: 'product' };
  const created = await withReference(context, 'Product', product.reference, () =>
    writeRecord(context, 'Product', { ...insertProducts(number, rows), sources, selection }),
  );
  if (!created) throw quotaExceeded(plan, 'products');
  return created;
}
