import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { price, text, weight } from '../rules.ts';
import { valid } from '../valid.ts';

export const productRules = { name: text(), weight, price, category: text() };

const CreateProduct = z.strictObject(productRules);

/**
 * Adds a product under the account's next sequential number. Counting up and inserting are one
 * statement, so a failure gives the number back.
 *
 * @throws AppError `validation_error`
 */
export async function createProduct(context: Context, input: unknown): Promise<bigint> {
  const product = valid(CreateProduct, input);
  const accountId = accountOf(context);
  const [created] = await context.db.$queryRaw<[{ id: bigint }]>`
    WITH sequence AS (
      INSERT INTO product_sequences AS counter (account_id, last_number) VALUES (${accountId}, 1)
      ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + 1
      RETURNING last_number
    )
    INSERT INTO products (account_id, sequence_number, name, weight, price, category)
    SELECT ${accountId}, last_number, ${product.name}, ${String(product.weight)}::numeric,
           ${String(product.price)}::numeric, ${product.category}
    FROM sequence
    RETURNING id`;
  return created.id;
}

/** `P-0001`, `P-0002`, …; wider than four digits when needed. */
export function sequentialId(sequenceNumber: bigint): string {
  return `P-${String(sequenceNumber).padStart(4, '0')}`;
}
