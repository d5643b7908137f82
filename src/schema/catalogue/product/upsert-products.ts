import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { differing, jsonChanges, jsonRow, jsonValues, setFrom } from '../../core/noun/fields-sql.ts';
import { eventFields, rulesToCreate } from '../../core/noun/fields.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { chargeRows } from '../../core/upsert/charge.ts';
import { type EarlierRows, noEarlierRows, roomAfter } from '../../core/upsert/earlier-rows.ts';
import { inOrderOfInput, refused, type RowResult, type InputRow, validRows } from '../../core/upsert/rows.ts';
import { whileRacing } from '../../core/upsert/while-racing.ts';
import { withMissing } from '../../core/upsert/with-missing.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { valid } from '../../core/noun/valid.ts';
import { write } from '../../core/write/write.ts';
import { PRODUCT_FIELDS } from './fields.ts';
import { insertProducts } from './insert-products.ts';
import { notePrices } from './note-prices.ts';
import { PRODUCT_ROW } from './upsert-rows.ts';
import { publish } from '../../core/event/publish.ts';
import { PRODUCT_EVENTS } from './events.ts';

const ProductUpsertRow = changeInput(z.strictObject(rulesToCreate(PRODUCT_ROW)), PRODUCT_ROW);
const NewProduct = z.strictObject(rulesToCreate(PRODUCT_FIELDS));

const KEY = Prisma.sql`id, reference`;
const NEW_PRODUCT_VALUES = jsonValues(PRODUCT_FIELDS, 'row');
const PRODUCT_ROW_CHANGES = jsonChanges(PRODUCT_FIELDS, 'row', 'product');
const DIFFERING = differing(PRODUCT_FIELDS, 'updated', 'old');
const DIFFERING_IN_EVENTS = differing(eventFields(PRODUCT_FIELDS), 'updated', 'old');
const UPDATES = setFrom(PRODUCT_FIELDS, 'updated');

/** The values of a row. Without a reference, the row has the id of its product. */
type ProductValues = Record<string, unknown> & { reference?: string };

export interface ProductInputRow extends InputRow<ProductValues> {
  id?: bigint | undefined;
}

/**
 * Creates the products whose references the account does not have, and changes the others; omitted fields
 * stay. A refused row does not stop the others. Takes the same statements for any number of rows.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function upsertProducts(context: Context, input: readonly unknown[]): Promise<RowResult[]> {
  const { rows, results } = validRows(input, ProductUpsertRow);
  await chargeRows(context, input.length);
  const refused = await withMissing(context, { noun: 'Product', create: NewProduct }, input, results);
  if (rows.length === 0) return inOrderOfInput(refused);
  const written = await inOneTransaction(context, (inside) => {
    return whileRacing(inside.db, () =>
      writeProducts(inside, rows as unknown as ProductInputRow[], noEarlierRows()),
    );
  });
  return inOrderOfInput([...refused, ...written]);
}

/** Creates and changes the products of valid rows, in the open transaction of `context`. */
export async function writeProducts(
  context: Context,
  rows: ProductInputRow[],
  earlier: EarlierRows,
): Promise<RowResult[]> {
  const { accountId, plan } = callerOf(context);
  const { db } = context;
  // Calls of one account run one after the other.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`products of ${accountId}`}, 0))`;
  const [counter] = await db.$queryRaw<{ last_number: bigint }[]>`
    SELECT last_number FROM product_sequences WHERE account_id = ${accountId} FOR NO KEY UPDATE`;
  const references = rows.flatMap(({ values }) => values.reference ?? []);
  const stored = await db.$queryRaw<{ id: bigint; reference: string }[]>(
    withReferences({ noun: 'Product', accountId, references, columns: KEY, isLocked: true }),
  );
  const ids = new Map(stored.map(({ id, reference }) => [reference, id]));
  const results: RowResult[] = [];
  const changed: ExistingRow[] = [];
  const created: ProductInputRow[] = [];
  const count = Number(counter?.last_number ?? 0);
  let left = roomAfter(earlier, 'products', PLAN_LIMITS[plan].quotas.products - count);
  for (const row of rows) {
    const id = row.id ?? ids.get(row.values.reference!);
    if (id !== undefined) changed.push({ ...row, id });
    else {
      try {
        valid(NewProduct, row.values);
        if (left <= 0) throw quotaExceeded(plan, 'products');
        left -= 1;
        created.push(row);
      } catch (error) {
        results.push(refused(row.index, error));
      }
    }
  }
  const updated = changed.length > 0 ? await updateProducts(context, changed) : new Set<bigint>();
  for (const { index, id } of changed) {
    results.push({ index, outcome: updated.has(id) ? 'updated' : 'unchanged', id, error: null });
  }
  const inserted = created.length > 0 ? await insertNewProducts(context, created) : undefined;
  for (const { index, values } of created) {
    results.push({ index, outcome: 'created', id: inserted!.get(values.reference!)!, error: null });
  }
  earlier.room.products = left;
  return results;
}

type ExistingRow = ProductInputRow & { id: bigint };

/** Updates the products that differ from their rows, and returns their ids. */
async function updateProducts(context: Context, rows: ExistingRow[]): Promise<Set<bigint>> {
  const { accountId } = callerOf(context);
  const json = rows.map(({ id, values }) => ({ id: String(id), row: jsonRow(PRODUCT_FIELDS, values) }));
  const parts = Prisma.sql`
    WITH input AS (
      SELECT (value ->> 'id')::bigint AS id, value -> 'row' AS row
      FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
    ), old AS (
      -- One lookup after the other, because the statistics can lack the account's products. Those found by their ids
      -- are not locked yet, and the old price must be the one just before the update.
      SELECT product.*, row FROM input, LATERAL (
        SELECT * FROM products WHERE account_id = ${accountId} AND id = input.id LIMIT 1 FOR NO KEY UPDATE
      ) AS product
    ), updated AS (
      SELECT account_id, id, ${PRODUCT_ROW_CHANGES} FROM old product
    ), difference AS (
      SELECT updated.*, ${DIFFERING} AS differing, ${DIFFERING_IN_EVENTS} AS changed
      FROM updated JOIN old ON old.id = updated.id
    ), product AS (
      UPDATE products product SET ${UPDATES}, updated_at = now() FROM difference updated
      WHERE product.account_id = updated.account_id AND product.id = updated.id AND cardinality(differing) > 0
      RETURNING product.*, changed
    ), published AS (
      SELECT * FROM product WHERE cardinality(changed) > 0
    ), ${notePrices(context)}`;
  const updated = await write<{ id: bigint }>(context, {
    parts,
    events: [publish(PRODUCT_EVENTS['product.updated'], 'published')],
    returns: Prisma.sql`id FROM product`,
  });
  return new Set(updated.map(({ id }) => id));
}

/** Inserts products, and returns their ids by their references. Numbers follow the order of the rows. */
async function insertNewProducts(context: Context, rows: ProductInputRow[]): Promise<Map<string, bigint>> {
  const { accountId } = callerOf(context);
  const json = rows.map(({ values }) => jsonRow(PRODUCT_FIELDS, values));
  const numbers = Prisma.sql`
    input AS (
      SELECT row, position FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
        WITH ORDINALITY AS each (row, position)
    ), sequence AS (
      INSERT INTO product_sequences AS counter (account_id, last_number) VALUES (${accountId}, ${rows.length})
      ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + excluded.last_number
      RETURNING last_number
    )`;
  const selected = Prisma.sql`
    SELECT ${accountId}, last_number - ${rows.length} + position, ${NEW_PRODUCT_VALUES}
    FROM input, sequence ORDER BY position`;
  const created = await write<{ id: bigint; reference: string }>(context, {
    ...insertProducts(numbers, selected),
    returns: Prisma.sql`id, reference FROM product`,
  });
  return new Map(created.map(({ id, reference }) => [reference, id]));
}
