import type { Db } from '../../../../database/connect.ts';
import { notFound } from '../../../core/errors.ts';
import type { ImportRef } from './import-jobs.ts';

const FILE_PART_BYTES = 1_024 ** 2;

/**
 * Reads the file of an import in parts that do not hold up the event loop.
 *
 * @throws AppError `not_found` on the field if the import was deleted meanwhile
 */
export async function readStoredFile(
  db: Db,
  { accountId, id }: ImportRef,
  bytes: number,
  field: string | null = null,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes; start += FILE_PART_BYTES) {
    const [row] = await db.$queryRaw<{ part: Uint8Array }[]>`
      SELECT substring(file FROM ${start + 1}::int FOR ${FILE_PART_BYTES}::int) AS part
      FROM imports WHERE account_id = ${accountId} AND id = ${id}`;
    if (!row) throw notFound('import', field);
    parts.push(row.part);
  }
  return Buffer.concat(parts);
}
