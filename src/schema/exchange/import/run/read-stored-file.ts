import type { Db } from '../../../../database/connect.ts';
import type { ImportRef } from './import-jobs.ts';

const FILE_PART_BYTES = 1_024 ** 2;

/** Reads the file of an import in parts that do not hold up the event loop. */
export async function readStoredFile(
  db: Db,
  { accountId, id }: ImportRef,
  bytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes; start += FILE_PART_BYTES) {
    const [{ part } = { part: new Uint8Array() }] = await db.$queryRaw<{ part: Uint8Array }[]>`
      SELECT substring(file FROM ${start + 1}::int FOR ${FILE_PART_BYTES}::int) AS part
      FROM imports WHERE account_id = ${accountId} AND id = ${id}`;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
