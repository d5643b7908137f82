import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { differing, newValues, setFrom } from '../fields-sql.ts';
import { rulesToChange } from '../fields.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { valid } from '../valid.ts';
import { PRODUCT_FIELDS } from './fields.ts';

const UpdateProduct = given(z.strictObject(rulesToChange(PRODUCT_FIELDS)));

const DIFFERING = differing(PRODUCT_FIELDS, 'updated', 'old');
const UPDATES = setFrom(PRODUCT_FIELDS, 'updated');

/**
 * Changes the given fields; deliveries keep the values they copied. An update that changes nothing publishes no event.
 *
 * @throws AppError `validation_error`, `not_found`
 */
export async function updateProduct(context: Context, id: string, input: unknown): Promise<bigint> {
  const changes = valid(UpdateProduct, input);
  const record = recordIdOf(id);
  const [known] = await context.db.$queryRaw<{ has_recipients: boolean }[]>`
    WITH old AS (
      SELECT * FROM products WHERE account_id = ${accountOf(context)} AND id = ${record} FOR UPDATE
    ), updated AS (
      SELECT account_id, id, ${newValues(PRODUCT_FIELDS, changes)} FROM old
    ), difference AS (
      SELECT ${DIFFERING} AS changed FROM updated, old
    ), product AS (
      UPDATE products product
      SET ${UPDATES}, updated_at = now()
      FROM updated, difference
      WHERE product.account_id = updated.account_id AND product.id = updated.id AND cardinality(changed) > 0
      RETURNING product.*, changed
    ), event AS (${publish('product.updated', 'product')})
    SELECT ${HAS_RECIPIENTS} FROM old`;
  if (!known) throw notFound('product');
  context.announce(known.has_recipients);
  return record;
}
