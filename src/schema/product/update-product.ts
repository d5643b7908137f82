import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { productRules } from './create-product.ts';
import { PRODUCT_DATA } from './event-data.ts';

/** Any subset of a product's fields; over REST they go by the same names. */
export const UpdateProduct = given(
  z.strictObject({
    name: productRules.name.nullish(),
    weight: productRules.weight.nullish(),
    price: productRules.price.nullish(),
    category: productRules.category.nullish(),
  }),
);

const UPDATED = Prisma.sql`
  ${PRODUCT_DATA}, iso_utc(created_at) AS created_at, iso_utc(updated_at) AS updated_at, changed`;

/**
 * Changes only what is given; deliveries keep what they copied. An update that changes nothing
 * leaves the product as it is and publishes nothing.
 *
 * @throws AppError `validation_error`, `not_found`
 */
export async function updateProduct(context: Context, id: string, input: unknown): Promise<bigint> {
  const fields = valid(UpdateProduct, input);
  const record = recordIdOf(id);
  const [known] = await context.db.$queryRaw<{ has_recipients: boolean }[]>`
    WITH old AS (
      SELECT * FROM products WHERE account_id = ${accountOf(context)} AND id = ${record} FOR UPDATE
    ), wanted AS (
      SELECT account_id, id,
             coalesce(${fields.name ?? null}, name) AS name,
             coalesce(${decimal(fields.weight)}::numeric, weight) AS weight,
             coalesce(${decimal(fields.price)}::numeric, price) AS price,
             coalesce(${fields.category ?? null}, category) AS category
      FROM old
    ), product AS (
      UPDATE products product
      SET name = wanted.name, weight = wanted.weight, price = wanted.price, category = wanted.category,
          updated_at = now()
      FROM wanted, old
      WHERE product.account_id = old.account_id AND product.id = old.id
        AND (wanted.name, wanted.weight, wanted.price, wanted.category)
            IS DISTINCT FROM (old.name, old.weight, old.price, old.category)
      RETURNING product.*, array_remove(ARRAY[
        CASE WHEN wanted.name <> old.name THEN 'name' END,
        CASE WHEN wanted.weight <> old.weight THEN 'weight' END,
        CASE WHEN wanted.price <> old.price THEN 'price' END,
        CASE WHEN wanted.category <> old.category THEN 'category' END
      ], NULL) AS changed
    ), event AS (${publish('product.updated', 'product', UPDATED)})
    SELECT ${HAS_RECIPIENTS} FROM old`;
  if (!known) throw notFound('this product');
  context.published(known.has_recipients);
  return record;
}

function decimal(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}
