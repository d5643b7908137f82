import { readSheet } from 'read-excel-file/universal';
import { requireReferences } from './require-references.ts';
import { storedArchive, unpackArchive } from './unpack-archive.ts';
import { UnreadableFile } from './unreadable-file.ts';

const DAY_MS = 86_400_000;

type Cell = string | number | boolean | Date | null;

/** The parts of an .xlsx file that have what cells show: not pictures, comments, formula chains and so on. */
const NEEDED =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/[^/]+\.rels|(?!calcChain)[^/]+\.xml|worksheets\/[^/]+\.xml))$/i;
const SHEET = /^xl\/worksheets\//i;

/**
 * Returns the rows of the first sheet of an .xlsx file, as text. What it says of itself is checked first.
 *
 * @throws UnreadableFile
 */
export async function parseXlsx(bytes: Uint8Array): Promise<string[][]> {
  const parts = unpackArchive(bytes, (name) => NEEDED.test(name));
  for (const [name, part] of parts) if (SHEET.test(name)) requireReferences(part);
  const archive = new Uint8Array(storedArchive(parts));
  const rows = await readSheet(archive.buffer, { trim: false }).catch((error: Error) => {
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
