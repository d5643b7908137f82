import { CsvError, parse } from 'csv-parse/sync';
import { decodeText } from './decode-text.ts';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Returns the rows of a CSV file. The delimiter is the most frequent one in the first line.
 *
 * @throws UnreadableFile
 */
export function parseCsv(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes);
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      // One more than allowed, so that longer files are noticed.
      to: MAX_ROWS + 2,
      relax_column_count: true,
      on_record: (cells: string[], { records }) => {
        if (cells.length > MAX_COLUMNS)
          throw new UnreadableFile(`Row ${records + 1} has more than ${MAX_COLUMNS} columns`);
        return cells;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(problemOf(error)) : error;
  }
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const unquoted = text.slice(0, end === -1 ? undefined : end).replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function problemOf({ code, lines }: CsvError & { lines?: number }): string {
  const line = lines === undefined ? '' : `Line ${lines}: `;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${line}a quoted cell is not closed`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
    return `${line}a quote is misplaced. Quote whole cells, and double the quotes inside`;
  return `${line}the file is not valid CSV`;
}
