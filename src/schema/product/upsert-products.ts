import { z } from 'zod';
import type { Tx } from '../../database/connect.ts';
import { PLAN_LIMITS } from '../account/plans.ts';
import { quotaExceeded } from '../account/quota.ts';
import { callerOf, type Context } from '../context.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { columns, differing, jsonChanges, jsonRow, jsonValues, setFrom } from '../fields-sql.ts';
import { published, rulesToCreate } from '../fields.ts';
import { given } from '../given.ts';
import { inOneTransaction } from '../in-one-transaction.ts';
import { chargeRows } from '../upsert/charge.ts';
import { inOrderOfInput, refused, type Result, type Row, rowFields, validRows } from '../upsert/rows.ts';
import { whileRacing } from '../upsert/while-racing.ts';
import { valid } from '../valid.ts';
import { PRODUCT_FIELDS } from './fields.ts';

/** The fields of a row. */
export const PRODUCT_ROW = rowFields(PRODUCT_FIELDS);

const UpsertRow = given(z.strictObject(rulesToCreate(PRODUCT_ROW)), PRODUCT_ROW);
const NewProduct = z.strictObject(rulesToCreate(PRODUCT_FIELDS));

const COLUMNS = columns(PRODUCT_FIELDS);
const NEW_VALUES = jsonValues(PRODUCT_FIELDS, 'row');
const CHANGES = jsonChanges(PRODUCT_FIELDS, 'row', 'product');
const DIFFERING = differing(PRODUCT_FIELDS, 'updated', 'old');
const DIFFERING_IN_EVENTS = differing(published(PRODUCT_FIELDS), 'updated', 'old');
const UPDATES = setFrom(PRODUCT_FIELDS, 'updated');

type ProductRow = Row<Record<string, unknown> & { reference: string }>;

/**
 * Creates the products whose references the account does not have, and changes the others; fields that are left out
 * stay. A refused row does not stop the others. Takes the same statements for any number of rows.
 *
 * @throws AppError `validation_error` for too many rows, `rate_limited`
 */
export async function upsertProducts(context: Context, input: readonly unknown[]): Promise<Result[]> {
  const { rows, results } = validRows(input, UpsertRow);
  await chargeRows(context, input.length);
  if (rows.length === 0) return results;
  const written = await inOneTransaction(context, (inside) => {
    const { db } = inside;
    return whileRacing(db, () => write(inside, db, rows as unknown as ProductRow[]));
  });
  return inOrderOfInput([...results, ...written]);
}

async function write(context: Context, tx: Tx, rows: ProductRow[]): Promise<Result[]> {
  const { accountId, plan } = callerOf(context);
  // Calls of one account run one after the other.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`products of ${accountId}`}, 0))`;
  const [counter] = await tx.$queryRaw<{ last_number: bigint }[]>`
    SELECT last_number FROM product_sequences WHERE account_id = ${accountId} FOR UPDATE`;
  const known = await tx.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT id, reference FROM products
    WHERE account_id = ${accountId} AND reference = ANY(${rows.map(({ values }) => values.reference)}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
  const ids = new Map(known.map(({ id, reference }) => [reference, id]));
  const results: Result[] = [];
  const [changed, created]: ProductRow[][] = [[], []];
  let left = PLAN_LIMITS[plan].quotas.products - Number(counter?.last_number ?? 0);
  for (const row of rows) {
    if (ids.has(row.values.reference)) changed!.push(row);
    else {
      try {
        valid(NewProduct, row.values);
        if (left-- <= 0) throw quotaExceeded(plan, 'products');
        created!.push(row);
      } catch (error) {
        results.push(refused(row.index, error));
      }
    }
  }
  const updated = changed!.length > 0 ? await update(context, changed!, ids) : new Set<bigint>();
  for (const { index, values } of changed!) {
    const id = ids.get(values.reference)!;
    results.push({ index, outcome: updated.has(id) ? 'updated' : 'unchanged', id, error: null });
  }
  if (created!.length > 0) {
    const inserted = await insert(context, created!);
    for (const { index, values } of created!) {
      results.push({ index, outcome: 'created', id: inserted.get(values.reference)!, error: null });
    }
  }
  return results;
}

/** Returns the ids of the products that differ from their rows. */
async function update(
  context: Context,
  rows: ProductRow[],
  ids: ReadonlyMap<string, bigint>,
): Promise<Set<bigint>> {
  const { accountId } = callerOf(context);
  const json = rows.map(({ values }) => ({
    id: String(ids.get(values.reference)),
    row: jsonRow(PRODUCT_FIELDS, values),
  }));
  const [{ updated, has_recipients }] = await context.db.$queryRaw<[Updated]>`
    WITH input AS (
      SELECT (value ->> 'id')::bigint AS id, value -> 'row' AS row
      FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
    ), old AS (
      SELECT product.*, row FROM products product JOIN input USING (id) WHERE product.account_id = ${accountId}
    ), updated AS (
      SELECT account_id, id, ${CHANGES} FROM old product
    ), difference AS (
      SELECT updated.*, ${DIFFERING} AS differing, ${DIFFERING_IN_EVENTS} AS changed
      FROM updated JOIN old ON old.id = updated.id
    ), product AS (
      UPDATE products product SET ${UPDATES}, updated_at = now() FROM difference updated
      WHERE product.account_id = updated.account_id AND product.id = updated.id AND cardinality(differing) > 0
      RETURNING product.*, changed
    ), published AS (
      SELECT * FROM product WHERE cardinality(changed) > 0
    ), event AS (${publish('product.updated', 'published')})
    SELECT ARRAY(SELECT id FROM product) AS updated, ${HAS_RECIPIENTS}`;
  context.announce(has_recipients);
  return new Set(updated.map(BigInt));
}

interface Updated {
  updated: (bigint | string)[];
  has_recipients: boolean;
}

/** Returns the ids of the new products by their references; numbers follow the order of the rows. */
async function insert(context: Context, rows: ProductRow[]): Promise<Map<string, bigint>> {
  const { accountId } = callerOf(context);
  const json = rows.map(({ values }) => jsonRow(PRODUCT_FIELDS, values));
  const created = await context.db.$queryRaw<{ id: bigint; reference: string; has_recipients: boolean }[]>`
    WITH input AS (
      SELECT row, position FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
        WITH ORDINALITY AS each (row, position)
    ), sequence AS (
      INSERT INTO product_sequences AS counter (account_id, last_number) VALUES (${accountId}, ${rows.length})
      ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + excluded.last_number
      RETURNING last_number
    ), product AS (
      INSERT INTO products (account_id, sequence_number, ${COLUMNS})
      SELECT ${accountId}, last_number - ${rows.length} + position, ${NEW_VALUES}
      FROM input, sequence ORDER BY position
      RETURNING *
    ), event AS (${publish('product.created', 'product')})
    SELECT id, reference, ${HAS_RECIPIENTS} FROM product`;
  context.announce(created[0]!.has_recipients);
  return new Map(created.map(({ id, reference }) => [reference, id]));
}
