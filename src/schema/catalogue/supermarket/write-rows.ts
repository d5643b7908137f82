import type { Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { columns, differing, jsonChanges, jsonRow, jsonValues, setFrom } from '../../core/noun/fields-sql.ts';
import { type Fields, type Field } from '../../core/noun/fields.ts';
import { CUT_OFF_COLUMNS, inColumns } from './cut-off.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from './fields.ts';
import { ID } from '../../core/noun/kinds.ts';

const SUPERMARKET_PARENT: Record<string, Field> = {
  supermarketId: { kind: { ...ID, toSql: String }, in: ['create'] },
};

const SUPERMARKET_TABLES = {
  supermarkets: tableParts({ ...SUPERMARKET_FIELDS, ...CUT_OFF_COLUMNS }),
  branches: tableParts({ ...SUPERMARKET_PARENT, ...BRANCH_FIELDS }),
};

function tableParts(fields: Fields) {
  return {
    fields,
    columns: columns(fields),
    newValues: jsonValues(fields, 'row'),
    changes: jsonChanges(fields, 'row', 'record'),
    differing: differing(fields, 'updated', 'old'),
    updates: setFrom(fields, 'updated'),
  };
}

/** Inserts records in this order, and returns their ids by their references. */
export async function insertRows(
  tx: Tx,
  table: keyof typeof SUPERMARKET_TABLES,
  accountId: bigint,
  rows: readonly Record<string, unknown>[],
): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map();
  const { fields, columns, newValues } = SUPERMARKET_TABLES[table];
  const json = JSON.stringify(rows.map((row) => jsonRow(fields, inColumns(row))));
  const inserted = await tx.$queryRaw<{ id: bigint; reference: string }[]>`
    INSERT INTO ${Prisma.raw(table)} (account_id, ${columns})
    SELECT ${accountId}, ${newValues}
    FROM jsonb_array_elements(${json}::jsonb) WITH ORDINALITY AS input (row, position) ORDER BY position
    RETURNING id, reference`;
  return new Map(inserted.map(({ id, reference }) => [reference, id]));
}

/** Changes the records that differ from their values, and returns their ids. */
export async function updateRows(
  tx: Tx,
  table: keyof typeof SUPERMARKET_TABLES,
  accountId: bigint,
  rows: readonly { id: bigint; values: Record<string, unknown> }[],
): Promise<Set<bigint>> {
  if (rows.length === 0) return new Set();
  const { fields, changes, differing, updates } = SUPERMARKET_TABLES[table];
  const json = JSON.stringify(
    rows.map(({ id, values }) => ({ id: String(id), row: jsonRow(fields, inColumns(values)) })),
  );
  const changed = await tx.$queryRaw<{ id: bigint }[]>`
    WITH input AS (
      SELECT (value ->> 'id')::bigint AS id, value -> 'row' AS row FROM jsonb_array_elements(${json}::jsonb)
    ), old AS (
      SELECT record.*, row FROM ${Prisma.raw(table)} record JOIN input USING (id)
      WHERE record.account_id = ${accountId}
    ), updated AS (
      SELECT account_id, id, ${changes} FROM old record
    ), difference AS (
      SELECT updated.*, ${differing} AS differing FROM updated JOIN old ON old.id = updated.id
    )
    UPDATE ${Prisma.raw(table)} record SET ${updates} FROM difference updated
    WHERE record.account_id = updated.account_id AND record.id = updated.id AND cardinality(differing) > 0
    RETURNING record.id`;
  return new Set(changed.map(({ id }) => id));
}
