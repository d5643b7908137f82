import { fault } from '../schema/core/errors.ts';
import { FileTooLarge, TooBusy } from '../spreadsheet/run-bounded.ts';
import { type XlsxCell, writeXlsx } from '../spreadsheet/write-xlsx.ts';
import type { CsvValue } from './csv.ts';
import type { ExportedList, ExportPage } from './exported.ts';

/** The maximum number of rows in an .xlsx file, which is written as a whole. */
export const MAX_XLSX_ROWS = 10_000;
/** The maximum length of its rows as JSON, in characters. */
const MAX_XLSX_CHARACTERS = 20_000_000;

/** The file that was begun last. Files are made one at a time, so that their memory does not add up. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Returns a list as an .xlsx file: text and days as such, in the columns of its CSV file.
 *
 * @throws AppError `validation_error` if it is too long
 */
export function xlsxOf(...list: Parameters<typeof make>): Promise<Uint8Array> {
  const made = previous.then(() => make(...list));
  previous = made.catch(() => undefined);
  return made;
}

async function make(
  { columns, days = [] }: ExportedList,
  first: ExportPage<object>,
  readPart: (after: string) => Promise<ExportPage<object>>,
): Promise<Uint8Array> {
  const names = Object.keys(columns);
  const cells = Object.entries(columns) as [string, (row: object) => CsvValue][];
  const parts = [JSON.stringify([names])];
  let count = 0;
  let length = 0;
  for (let part = first; ; part = await readPart(part.next)) {
    const rows = part.rows.map((row) => cells.map(([name, of]) => xlsxCellOf(of(row), days.includes(name))));
    const json = JSON.stringify(rows);
    parts.push(json);
    count += rows.length;
    length += json.length;
    if (count > MAX_XLSX_ROWS || length > MAX_XLSX_CHARACTERS) throw xlsxTooLong();
    if (part.next === null) break;
  }
  return writeXlsx(parts).catch((error: unknown) => {
    if (!(error instanceof FileTooLarge)) throw error;
    // Every list of this length is written in time, unless the machine is slow.
    throw error.isTime ? new TooBusy('a list was not written in time') : xlsxTooLong();
  });
}

function xlsxTooLong() {
  return fault(
    'too_many_rows',
    `The list is too long for .xlsx, which can have ${MAX_XLSX_ROWS} rows. Limit it, for example by dates, or download it as CSV`,
    null,
    { max: MAX_XLSX_ROWS },
  );
}

function xlsxCellOf(cell: CsvValue, isDay: boolean): XlsxCell {
  return isDay && typeof cell === 'string' ? { day: cell } : cell;
}
