import { MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT } from './limits.ts';
import { parseCsv } from './parse-csv.ts';
import { parseXlsx } from './parse-xlsx.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A row of a file that has text in it. */
export interface TableRow {
  /** Its number in the file, as spreadsheets count: the header is row 1. */
  row: number;
  /** The texts of the columns that were asked for. */
  cells: string[];
  /** How many cells with text it has to the right of the header. */
  excess: number;
}

/** A parsed file. */
export interface Table {
  header: string[];
  /** Yields the rows with text, of these columns. @throws UnreadableFile if they have too much text */
  rows(columns: readonly number[]): Generator<TableRow>;
}

/**
 * Parses a CSV or .xlsx file whose first row is the header.
 *
 * @throws UnreadableFile
 */
export async function parseTable(bytes: Uint8Array): Promise<Table> {
  const records = await recordsOf(bytes);
  const header = records[0]?.map((name) => name.trim().slice(0, MAX_CELL)) ?? [];
  while (header.at(-1) === '') header.pop();
  if (header.length === 0) throw new UnreadableFile('The first row must have the names of the columns');
  if (records.length > MAX_ROWS + 1)
    throw new UnreadableFile(`The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it`);
  if (records.some((cells) => cells.length > MAX_COLUMNS))
    throw new UnreadableFile(`The file has more than ${MAX_COLUMNS} columns`);
  if (records.reduce((sum, cells) => sum + cells.length, 0) > MAX_CELLS)
    throw new UnreadableFile(`The file has more than ${MAX_CELLS.toLocaleString('en')} cells. Split it`);
  return {
    header,
    *rows(columns) {
      let characters = 0;
      for (const [index, record] of records.entries()) {
        if (index === 0 || record.every((cell) => cell.trim() === '')) continue;
        const cells = columns.map((column) => (record[column] ?? '').trim().slice(0, MAX_CELL));
        characters += cells.reduce((sum, cell) => sum + cell.length, 0);
        if (characters > MAX_TEXT) throw new UnreadableFile('The file has too much text. Split it');
        const excess = record.slice(header.length).filter((cell) => cell.trim() !== '').length;
        yield { row: index + 1, cells, excess };
      }
    },
  };
}

async function recordsOf(bytes: Uint8Array): Promise<string[][]> {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty');
  if (startsWith(bytes, [0x50, 0x4b])) return parseXlsx(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableFile('Files of the old format .xls are not supported. Save it as .xlsx or CSV');
  return parseCsv(bytes);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
