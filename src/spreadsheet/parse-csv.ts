import { CsvError, parse } from 'csv-parse/sync';
import { MAX_COLUMNS, MAX_SHEET_ROWS } from './limits.ts';
import type { SheetRow } from './sheet-row.ts';
import { unreadable } from './unreadable-file.ts';

/** Delimiters that are recognized, the most frequent ones first. Others can be chosen. */
const DELIMITERS = [';', ',', '\t', '|'];
/** Line ends of a file can differ, for example after two files were joined. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
/** How much of a file shows its delimiter. */
const SAMPLE_ROWS = 50;
const SAMPLE_CHARACTERS = 100_000;
/** Rows with more cells are refused at once. The columns of shorter ones are counted later. */
const MOST_CELLS = 16_384;

/** The rows of a CSV file with text. */
export interface CsvRows {
  delimiter: string;
  rows: SheetRow[];
}

export interface CsvOptions {
  delimiter?: string | undefined;
  /** Returns how well the rows fit what is looked for; 0 if not at all. */
  fitOf(rows: readonly SheetRow[]): number;
}

/**
 * Returns the rows of a CSV file that have text, with the numbers that a spreadsheet shows.
 *
 * @throws UnreadableFile
 */
export function parseCsv(whole: string, { delimiter, fitOf }: CsvOptions): CsvRows {
  const { text, stated } = withoutExtras(whole);
  const chosen = delimiter ?? stated ?? guessDelimiter(text, fitOf);
  const rows = csvRowsOf(text, chosen);
  const inner = delimiter === undefined && stated === undefined ? quotedLines(rows) : undefined;
  return inner === undefined ? { delimiter: chosen, rows } : parseCsv(inner, { fitOf });
}

/**
 * Removes the line that tells spreadsheets the delimiter, which they do not show, and the end mark of DOS.
 */
function withoutExtras(whole: string): { text: string; stated?: string } {
  let end = whole.length;
  while (end > 0 && '\u001A\r\n \t'.includes(whole[end - 1]!)) end -= 1;
  const text = whole.slice(0, end);
  const [line, stated] = /^"?sep=(.)"?[;,\t]*(?:\r\n|\r|\n)/i.exec(text.slice(0, 100)) ?? [];
  return line === undefined ? { text } : { text: text.slice(line.length), stated: stated! };
}

function guessDelimiter(text: string, fitOf: CsvOptions['fitOf']): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const tries = DELIMITERS.map((delimiter) => {
    const rows = csvRowsOf(sample, delimiter, SAMPLE_ROWS);
    const counts = new Map<number, number>();
    for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const [cells, rowsWith] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [1, 0];
    return { delimiter, fit: fitOf(rows), regularity: cells > 1 ? rowsWith / rows.length : 0, cells };
  });
  return tries.toSorted(
    (one, other) => other.fit - one.fit || other.regularity - one.regularity || other.cells - one.cells,
  )[0]!.delimiter;
}

function csvRowsOf(text: string, delimiter: string, to?: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let number = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      // A quote inside a cell that is not quoted is text, such as the sign for inches.
      relax_quotes: true,
      ...(to !== undefined && { to }),
      on_record: (cells: string[]) => {
        number += 1;
        while (cells.length > 0 && cells.at(-1)!.trim() === '') cells.pop();
        if (cells.length === 0) return null;
        if (cells.length > MOST_CELLS)
          throw unreadable('too_many_columns', `Row ${number} has more than ${MAX_COLUMNS} columns`, {
            row: number,
            max: MAX_COLUMNS,
          });
        if (rows.length <= MAX_SHEET_ROWS + SAMPLE_ROWS)
          rows.push({ row: number, cells: cells.map(unwrapped) });
        return null;
      },
    });
    return rows;
  } catch (error) {
    // A sample can end inside a quoted cell.
    if (error instanceof CsvError && to !== undefined) return rows;
    throw error instanceof CsvError ? unreadable('quote_not_closed', csvProblem(error)) : error;
  }
}

/** Programs write `="00099"` so that spreadsheets keep the zeros. */
function unwrapped(cell: string): string {
  return cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 && !cell.slice(2, -1).includes('"')
    ? cell.slice(2, -1)
    : cell;
}

/**
 * Returns the text inside a file whose lines were quoted as a whole: they became one cell in a spreadsheet
 * that expected another delimiter.
 */
function quotedLines(rows: readonly SheetRow[]): string | undefined {
  if (rows.length < 2 || !rows.every(({ cells }) => cells.length === 1)) return undefined;
  const lines = rows.map(({ cells: [cell] }) => String(cell));
  if (!DELIMITERS.some((sign) => lines.every((line) => line.includes(sign)))) return undefined;
  // Blank rows are kept, so that the others have their numbers.
  const all: string[] = [];
  for (const [index, { row }] of rows.entries()) {
    while (all.length < row - 1) all.push('');
    all.push(lines[index]!);
  }
  return all.join('\n');
}

function csvProblem({ code, lines }: CsvError & { lines?: number }): string {
  const line = lines === undefined ? '' : `Line ${lines}: `;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${line}a cell begins with a quote (") that is not closed`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
    return `${line}a quote (") is misplaced. Quote whole cells, and double the quotes inside`;
  return `${line}the file is not valid CSV. Save it again as CSV or .xlsx`;
}
