import { type Cell, isBlank } from './cell.ts';
import { decodeText } from './decode-text.ts';
import { type FileFormat, formatOf } from './file-format.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_SHEET_ROWS } from './limits.ts';
import { parseCsv } from './parse-csv.ts';
import { type MergedRows, readWorkbook, type SheetOptions, type WorkbookInput } from './read-workbook.ts';
import type { SheetRow } from './sheet-row.ts';
import { normalPositions } from './normal-positions.ts';
import { unreadable } from './unreadable-file.ts';
import { withCharacters } from './html-characters.ts';
import { isHiddenIn, neededParts } from './needed-parts.ts';

/** The choices of how a file is read; those that are left out are guessed. */
export interface TableOptions extends SheetOptions {
  delimiter?: string | undefined;
  encoding?: string | undefined;
}

/** The rows of a file with values, and how they were read; null for properties that its format lacks. */
export interface ParsedTable {
  rows: SheetRow[];
  sheet: string | null;
  sheets: string[];
  /** Other sheets that seem to have a list. */
  otherSheets: string[];
  delimiter: string | null;
  encoding: string | null;
  /** Encodings that fit as well, if nothing shows which is right. */
  encodings: { encoding: string; example: string }[];
  /** Whether the cells have types. */
  isWorkbook: boolean;
  /** Whether rows or columns of the workbook are hidden. They are read like the others. */
  hasHidden: boolean;
  merged: MergedRows[];
}

const NONE = {
  sheet: null,
  sheets: [],
  otherSheets: [],
  delimiter: null,
  encoding: null,
  encodings: [],
  hasHidden: false,
  merged: [],
};

/**
 * Reads the rows of a CSV file or of a sheet of a workbook.
 *
 * @throws UnreadableFile, UnknownSheet, UnknownEncoding
 */
export function parseTable(bytes: Uint8Array, options: TableOptions): ParsedTable {
  const format = formatOf(bytes);
  if (format === 'text') {
    const { text, encoding, candidates } = decodeText(bytes, options.encoding);
    const { delimiter, rows } = parseCsv(text, options);
    return { ...NONE, rows, delimiter, encoding, encodings: candidates, isWorkbook: false };
  }
  const input = workbookInput(format, bytes, options);
  const { name, names, others, rows, merged, hasHidden } = readWorkbook(input, options);
  return {
    ...NONE,
    rows,
    sheet: name,
    sheets: names,
    otherSheets: others,
    isWorkbook: format !== 'html',
    hasHidden: hasHidden || input.hasHidden,
    merged,
  };
}

function workbookInput(
  format: FileFormat,
  bytes: Uint8Array,
  { encoding }: TableOptions,
): WorkbookInput & { hasHidden: boolean } {
  if (format === 'archive') return neededParts(bytes);
  if (format === 'compound') return { ...unsliced(bytes), hasHidden: false, hasStyles: true };
  const markup = markupOf(bytes, encoding);
  const content = format === 'html' ? withCharacters(markup) : normalPositions(markup);
  return { ...unsliced(content), hasHidden: isHiddenIn(content), hasStyles: false };
}

function unsliced(content: Uint8Array | string): Pick<WorkbookInput, 'whole' | 'pieces' | 'sheets'> {
  const whole = () => content;
  return { whole, pieces: [whole], sheets: 0 };
}

/** Returns XML or HTML, whose declaration names the encoding; a file without one is decoded like CSV. */
function markupOf(bytes: Uint8Array, encoding: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  const [, declared] = /(?:encoding|charset)\s*=\s*["']?([\w-]+)/i.exec(start) ?? [];
  const hasMark = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0xef;
  return decodeText(bytes, encoding ?? (hasMark ? undefined : declared)).text;
}

/**
 * Checks the size of a list.
 *
 * @throws UnreadableFile
 */
export function requireListSize(header: SheetRow, rows: readonly SheetRow[]): void {
  if (rows.length > MAX_SHEET_ROWS)
    throw unreadable(
      'too_many_rows',
      `The file has more than ${MAX_SHEET_ROWS.toLocaleString('en')} rows. Split it`,
      { max: MAX_SHEET_ROWS },
    );
  let sum = 0;
  for (const { row, cells } of [header, ...rows]) {
    if (usedColumns(cells) > MAX_COLUMNS)
      throw unreadable('too_many_columns', `Row ${row} has more than ${MAX_COLUMNS} columns`, {
        row,
        max: MAX_COLUMNS,
      });
    sum += cells.length;
  }
  if (sum > MAX_CELLS)
    throw unreadable(
      'too_many_cells',
      `The file has more than ${MAX_CELLS.toLocaleString('en')} cells. Split it`,
      { max: MAX_CELLS },
    );
}

/** Returns the number of columns, without blank ones. */
function usedColumns(cells: readonly Cell[]): number {
  return cells.length <= MAX_COLUMNS ? cells.length : cells.filter((cell) => !isBlank(cell)).length;
}
