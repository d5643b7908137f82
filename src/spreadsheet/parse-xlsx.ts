import { readSheet } from 'read-excel-file/universal';
import { MAX_UNPACKED_BYTES } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { unpackedBytesOf } from './unpacked-bytes.ts';

const DAY_MS = 86_400_000;

type Cell = string | number | boolean | Date | null;

/**
 * Returns the rows of the first sheet of an .xlsx file, as text. Its uncompressed size is checked first.
 *
 * @throws UnreadableFile
 */
export async function parseXlsx(bytes: Uint8Array): Promise<string[][]> {
  if (unpackedBytesOf(bytes) > MAX_UNPACKED_BYTES)
    throw new UnreadableFile(
      `The .xlsx file is larger than ${MAX_UNPACKED_BYTES / 1_024 ** 2} MiB when unpacked`,
    );
  const rows = await readSheet(new Uint8Array(bytes).buffer, { trim: false }).catch((error: Error) => {
    throw new UnreadableFile(
      `The .xlsx file cannot be read. Save it again, or as CSV (${error.message.slice(0, 200)})`,
    );
  });
  return rows.map((row) => (row as Cell[]).map(textOf));
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'number') return numberText(cell);
  return String(cell);
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return date.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text;
}

/** Shows numbers that lost digits as a spreadsheet does, so that they are not taken for exact ones. */
function numberText(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential(2).toUpperCase()
    : String(value);
}
