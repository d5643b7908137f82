import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { TEXT_TABLES } from './stored-texts.ts';

/** How many texts are listed: the first by table and record. */
export const MAX_CONFLICTS = 200;

/** A text from before that does not have its form. */
export interface TextConflict {
  accountId: bigint;
  /** The table, and the field in GraphQL's spelling. */
  table: string;
  field: string;
  /** The id of the record; of a delivery's line, that of the delivery. */
  recordId: bigint;
  /** The delivery in which the text is: as a lot, or in a line, a return or a receipt. */
  deliveryId: bigint | null;
  text: string;
  /** The form that it would have. */
  form: string;
  problem: 'taken' | 'too_long' | 'empty';
}

interface ConflictRow extends Omit<TextConflict, 'field' | 'form'> {
  column: string;
}

/** Returns texts that stayed as they were, of an account or of all. */
export async function listConflicts(db: Db, accountId?: bigint): Promise<TextConflict[]> {
  const own = accountId === undefined ? Prisma.sql`true` : Prisma.sql`account_id = ${accountId}`;
  const rows = await db.$queryRaw<ConflictRow[]>`
    SELECT account_id AS "accountId", table_name AS "table", column_name AS "column", record.id AS "recordId", text,
           problem,
           CASE table_name
             WHEN 'deliveries' THEN record.id
             WHEN 'delivery_items' THEN record.id
             WHEN 'receipts' THEN record.id
             WHEN 'delivery_item_lots' THEN (
               SELECT delivery_id FROM delivery_item_lots lot
               WHERE lot.account_id = conflict.account_id AND lot.id = record.id)
             WHEN 'lot_corrections' THEN (
               SELECT delivery_id FROM lot_corrections correction
               WHERE correction.account_id = conflict.account_id AND correction.id = record.id)
             WHEN 'returns' THEN (
               SELECT delivery_id FROM returns
               WHERE returns.account_id = conflict.account_id AND returns.id = record.id)
             WHEN 'receipt_disputes' THEN (
               SELECT delivery_id FROM receipt_disputes dispute
               WHERE dispute.account_id = conflict.account_id AND dispute.id = record.id)
           END AS "deliveryId"
    FROM text_conflicts conflict
    CROSS JOIN LATERAL (
      SELECT coalesce(nullif(split_part(record_key, ',', 1), '')::bigint, account_id) AS id
    ) AS record
    WHERE ${own}
    ORDER BY account_id, table_name, column_name, length(record_key), record_key LIMIT ${MAX_CONFLICTS}`;
  return rows.map(({ column, ...row }) => {
    const form = TEXT_TABLES.find(({ name }) => name === row.table)?.columns[column];
    const field = column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    return { ...row, field, form: form?.(row.text) ?? row.text };
  });
}
