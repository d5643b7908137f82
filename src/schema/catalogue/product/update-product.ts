import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { differing, newValues, setFrom } from '../../core/noun/fields-sql.ts';
import { eventFields, rulesToChange } from '../../core/noun/fields.ts';
import { given } from '../../core/noun/given.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { write } from '../../core/write/write.ts';
import { PRODUCT_FIELDS } from './fields.ts';
import { notePrices } from './note-prices.ts';
import { publish } from '../../core/event/publish.ts';
import { PRODUCT_EVENTS } from './events.ts';

const UpdateProduct = given(z.strictObject(rulesToChange(PRODUCT_FIELDS)), PRODUCT_FIELDS);

const DIFFERING = differing(PRODUCT_FIELDS, 'updated', 'old');
const DIFFERING_IN_EVENTS = differing(eventFields(PRODUCT_FIELDS), 'updated', 'old');
const UPDATES = setFrom(PRODUCT_FIELDS, 'updated');

/**
 * Changes the fields of the input; deliveries keep the values they copied. Publishes an event only if a field
 * that events show has changed.
 *
 * @throws AppError `validation_error`, `not_found`, `precondition_failed`
 */
export async function updateProduct(
  context: Context,
  id: string,
  input: unknown,
  ifMatch?: string | null,
): Promise<bigint> {
  const changes = valid(UpdateProduct, input);
  const record = recordIdOf(id);
  await ifVersion(context, 'Product', record, ifMatch, (inside) => change(inside, record, changes));
  return record;
}

async function change(
  context: Context,
  record: bigint,
  changes: z.output<typeof UpdateProduct>,
): Promise<void> {
  const parts = Prisma.sql`
    WITH old AS (
      SELECT * FROM products WHERE account_id = ${accountOf(context)} AND id = ${record} FOR UPDATE
    ), updated AS (
      SELECT account_id, id, ${newValues(PRODUCT_FIELDS, changes)} FROM old
    ), difference AS (
      SELECT ${DIFFERING} AS differing, ${DIFFERING_IN_EVENTS} AS changed FROM updated, old
    ), product AS (
      UPDATE products product
      SET ${UPDATES}, updated_at = now()
      FROM updated, difference
      WHERE product.account_id = updated.account_id AND product.id = updated.id AND cardinality(differing) > 0
      RETURNING product.*, changed
    ), published AS (
      SELECT * FROM product WHERE cardinality(changed) > 0
    ), ${notePrices(context)}`;
  const events = [publish(PRODUCT_EVENTS['product.updated'], 'published')] as const;
  const [updated] = await withReference(context, 'Product', changes.reference as string, () =>
    write(context, { parts, events, returns: Prisma.sql`true AS updated FROM old` }),
  );
  if (!updated) throw notFound('product');
}
