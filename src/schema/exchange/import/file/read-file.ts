import { violation } from '../../../../problems.ts';
import { type Cell, isBlank, letterOf, shownIn } from '../../../../spreadsheet/cell.ts';
import { MAX_CELL } from '../../../../spreadsheet/limits.ts';
import { UnknownEncoding } from '../../../../spreadsheet/decode-text.ts';
import { parseTable, requireSize, type ParsedTable } from '../../../../spreadsheet/parse-table.ts';
import type { SheetRow } from '../../../../spreadsheet/sheet-row.ts';
import { UnknownSheet } from '../../../../spreadsheet/read-workbook.ts';
import { unreadable } from '../../../../spreadsheet/unreadable-file.ts';
import { AppError, type Fault, faultAt } from '../../../core/errors.ts';
import { unguarded } from '../../../../spreadsheet/formula.ts';
import { columnKeys } from '../columns/column-keys.ts';
import { GROUPS } from '../items/groups.ts';
import { type Download, downloadOf, REASONS_COLUMN } from '../columns/header/downloads.ts';
import { findHeader, fitOf, headerText } from '../columns/header/find-header.ts';
import { columnNames, importRows, nameOfColumn } from '../columns/import-rows.ts';
import { batchesOf, type StoredItem, storedItem } from '../items/item-batches.ts';
import { assignedColumns, type ImportColumn, mapColumns } from '../columns/map-columns.ts';
import { orderQuestion } from '../columns/order-question.ts';
import { missingColumns } from '../columns/missing-columns.ts';
import { type PlacedColumn, readColumns } from '../columns/read-columns.ts';
import type { ImportProblem, ReadAs, ReadOptions } from '../columns/read-options.ts';
import { createDescriber, firstRefusals, type RowRefusal } from '../columns/refusals.ts';
import { sampleRecords } from '../items/sample-records.ts';

/** The summary of a file once all of it was read. */
export interface FileSummary {
  columns: ImportColumn[];
  /** The names of the columns in the file, by the names of their fields in inputs. */
  names: Record<string, string>;
  /** The number of rows with text. */
  rows: number;
  /** The number of records in the rows, refused ones included. */
  total: number;
  /** The number of refused records. */
  refused: number;
  /** The first refusals, with their reasons. */
  refusals: RowRefusal[];
  read: ReadAs;
  /** The sheets that could be read instead. */
  sheets: string[];
  /** The first records as they would be written. */
  sample: object[];
  /** The columns with values but without a field. */
  ignored: string[];
  /** The notes on values whose meaning differs from their text. */
  notes: string[];
  /** The problems to solve by a choice or an assignment. With problems, there are no records. */
  problems: ImportProblem[];
  /**
   * The fields that `map` assigns, by the keys of the columns' names, to be remembered; null forgets a
   * column.
   */
  assigned: Record<string, readonly string[] | null>;
  /** Whether the file is our own download, where our sequential numbers identify records. */
  isDownload: boolean;
}

/** A row as it is in the file: its number, and the texts of its cells, as many as the longest row has. */
export type RawRow = [row: number, ...texts: string[]];

/** A batch of records without refusals, or of rows; or the summary at the end, or faults of options. */
export type FileResult = StoredItem[] | RawRow[] | { summary: FileSummary } | { faults: readonly Fault[] };

const NO_HEADER = violation('no_header_row', 'must be the number of a row with text');
const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 100;
/** The maximum length of a column's name; longer names are cut. */
const MAX_NAME = 200;

/**
 * Reads a file, and validates all that does not depend on the account. Runs in a process of its own
 * (`read-import.ts`) without the database, so its results are JSON. Yields only the faults of options, if
 * there are any.
 *
 * @throws UnreadableFile
 */
export async function* readFile(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<FileResult> {
  try {
    yield* resultsOf(bytes, options);
  } catch (error) {
    if (error instanceof UnknownSheet) yield { faults: [faultAt('sheet', error.found)] };
    else if (error instanceof UnknownEncoding) yield { faults: [faultAt('encoding', error.found)] };
    else if (error instanceof AppError) yield { faults: error.faults };
    else throw error;
  }
}

function* resultsOf(bytes: Uint8Array, options: ReadOptions): Generator<FileResult> {
  const { kind, choices, currency, remembered } = options;
  const table = parseTable(bytes, { ...choices, fitOf: (rows) => fitOf(kind, rows) });
  const { header, rows, repeated } = listIn(table, options);
  const download = downloadOf(header.cells.map(headerText));
  if (download !== undefined && download !== kind)
    throw unreadable('other_download', otherDownload(download));
  const isDownload = download !== undefined;
  const placed = columnsOf(header, rows);
  const named = placed.map(({ column, letter, samples }) => ({ column, letter, samples }));
  const mapping = { map: choices.map, isDownload, currency };
  const mapped = mapColumns(kind, named, { ...mapping, remembered });
  const indexes = new Map(placed.map(({ letter, index }) => [letter, index]));
  const columns: PlacedColumn[] = mapped.map((column) => ({ ...column, index: indexes.get(column.letter)! }));
  const columnsRead = readColumns(columns, rows, isDownload, options);
  const { used, decimal, dates } = columnsRead;
  const ofOrder = isDownload ? [] : orderQuestion(kind, mapped, choices.map);
  const problems = [
    // The answer to this question may provide the missing column.
    ...(ofOrder.length > 0 ? ofOrder : missingColumns(kind, columns, table.delimiter !== null)),
    ...encodingQuestion(table),
    ...columnsRead.problems,
  ];
  const names = columnNames(kind, columns);
  const about = {
    columns: mapped,
    names,
    rows: rows.length,
    read: {
      sheet: table.sheet,
      header_row: header.row,
      delimiter: table.delimiter,
      encoding: table.encoding,
      decimal,
      dates,
    },
    sheets: table.sheets,
    ignored: mapped.filter(({ field, samples }) => field === null && samples.length > 0).map(nameOfColumn),
    notes: [
      ...notesOnSheets(table),
      ...notesOnCells(table, header.row),
      ...notesOnRows(repeated),
      ...columnsRead.notes,
    ],
    problems,
    assigned: assignedColumns(kind, named, mapping),
    isDownload,
  };
  if (options.isRaw) yield* rawRows([header, ...rows]);
  if (options.isRaw || problems.length > 0) {
    yield { summary: { ...about, total: 0, refused: 0, refusals: [], sample: [] } };
    return;
  }
  // Cells beyond the header of a CSV file mean that a text with a delimiter was not quoted.
  const delimiter = table.delimiter ?? undefined;
  const width = delimiter === undefined ? undefined : header.cells.length;
  const made = importRows(rows, { kind, isDownload, used, width, delimiter });
  const items = GROUPS[kind](made, names, createDescriber());
  const usable = items.filter(({ refusals }) => refusals.length === 0);
  for (const batch of batchesOf(usable)) yield batch.map(storedItem);
  yield {
    summary: {
      ...about,
      total: items.length,
      refused: items.length - usable.length,
      refusals: firstRefusals(items.map(({ refusals }) => refusals)),
      sample: sampleRecords(kind, usable),
    },
  };
}

/** The maximum length of the text of a batch of rows: reading a batch must not hold up the event loop. */
const CHARACTERS_PER_BATCH = 500_000;

function* rawRows(rows: readonly SheetRow[]): Generator<RawRow[]> {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  let batch: RawRow[] = [];
  let characters = 0;
  for (const { row, cells } of rows) {
    const raw: RawRow = [row, ...Array.from({ length: width }, (_, at) => writtenText(cells[at] ?? ''))];
    batch.push(raw);
    for (const cell of raw) characters += String(cell).length + 1;
    if (characters < CHARACTERS_PER_BATCH) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Returns the text of a cell so that reading it again gives the same value. */
function writtenText(cell: Cell): string {
  if (typeof cell === 'object' && cell.type === 'date' && cell.day !== null && cell.time === null)
    return cell.day;
  const text = shownIn(cell).slice(0, MAX_CELL);
  // With three decimals it could also be thousands.
  return typeof cell === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Returns the header and the rows below it, without the column of reasons in a file of refused rows. */
function listIn(
  { rows }: ParsedTable,
  { kind, choices: { headerRow }, remembered }: ReadOptions,
): { header: SheetRow; rows: SheetRow[]; repeated: SheetRow[] } {
  if (rows.length === 0) throw unreadable('file_empty', 'The file has no rows with text');
  const knownIn = (cells: readonly Cell[]) =>
    columnKeys(cells.map(headerText)).filter((key) => remembered[key]?.length).length;
  const at =
    headerRow === undefined
      ? findHeader(kind, rows, knownIn)
      : rows.findIndex(({ row }) => row === headerRow);
  if (at === -1) throw new AppError(faultAt('header_row', NO_HEADER));
  const header = rows[at]!;
  const below = rows.slice(at + 1);
  const reasons = header.cells.findIndex((cell) => headerText(cell) === REASONS_COLUMN);
  // The file of refused rows guards texts that a spreadsheet would execute.
  if (reasons !== -1)
    for (const { cells } of [header, ...below]) {
      if (reasons < cells.length) cells[reasons] = '';
      for (const [index, cell] of cells.entries())
        if (typeof cell === 'string') cells[index] = unguarded(cell);
    }
  for (const { cells } of [header, ...below]) while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop();
  const filled = below.filter(({ cells }) => cells.length > 0);
  const names = namesIn(header.cells);
  const first = header.cells[0];
  // Printed lists repeat their header on each page.
  const repeated = filled.filter(({ cells }) => cells[0] === first && namesIn(cells) === names);
  const isRepeated = new Set(repeated);
  const list = filled.filter((row) => !isRepeated.has(row));
  requireSize(header, list);
  return { header, rows: list, repeated };
}

/** Returns the names of the columns as one text, without the column of reasons. */
function namesIn(cells: readonly Cell[]): string {
  const names = cells.map(headerText).map((name) => (name === REASONS_COLUMN ? '' : name));
  while (names.at(-1) === '') names.pop();
  return JSON.stringify(names);
}

/** Returns the columns with a name or values. */
function columnsOf(header: SheetRow, rows: readonly SheetRow[]) {
  const samples: string[][] = header.cells.map(() => []);
  for (const { cells } of rows) {
    for (let index = 0; index < cells.length; index++) {
      const own = (samples[index] ??= []);
      if (own.length >= MAX_SAMPLES) continue;
      const text = shownIn(cells[index]!).trim();
      if (text !== '') own.push(text.slice(0, MAX_SAMPLE_CHARACTERS));
    }
  }
  return Array.from(samples, (own: string[] | undefined, index) => ({
    index,
    column: headerText(header.cells[index] ?? '').slice(0, MAX_NAME),
    letter: letterOf(index),
    samples: own ?? [],
  })).filter(({ column, samples }) => column !== '' || samples.length > 0);
}

function otherDownload(download: Download): string {
  if (download === 'branches')
    return 'This is the download of branches. Its numbers are those of branches, not of supermarkets. Rename its columns to branch_reference, branch_name and branch_address, remove the column number, and add the column reference with the reference of the supermarket';
  if (download === 'returns') return 'This is the download of returns, which cannot be imported';
  return `This is the download of ${download}. Choose ${download} as what to import`;
}

function encodingQuestion({ encodings }: ParsedTable): ImportProblem[] {
  if (encodings.length === 0) return [];
  const examples = encodings.map(({ encoding, example }) => `"${example}" (${encoding})`);
  return [
    {
      code: 'ambiguous_encoding',
      message: `The encoding of the file is not clear. Choose which is right: ${examples.join(' or ')}. If none is, save the file as "CSV UTF-8"`,
      option: 'encoding',
      choices: encodings.map(({ encoding }) => encoding),
    },
  ];
}

function notesOnSheets({ sheet, otherSheets }: ParsedTable): string[] {
  if (otherSheets.length === 0) return [];
  const others = otherSheets.slice(0, 10).map((name) => `"${name}"`);
  return [`Only the sheet "${sheet}" was read. ${others.join(', ')} can have records, too`];
}

function notesOnRows(repeated: readonly SheetRow[]): string[] {
  const [first] = repeated;
  if (!first) return [];
  const more = repeated.length === 1 ? '' : `. Rows like this: ${repeated.length}`;
  return [`Row ${first.row} repeats the header, and was left out${more}`];
}

/** Returns the notes on hidden rows, and on merged cells, which have only one value. */
function notesOnCells({ hasHidden, merged }: ParsedTable, headerRow: number): string[] {
  const notes = hasHidden
    ? ['Hidden rows and columns were read like the others. Delete those that are not to be imported']
    : [];
  const [first, ...others] = merged.filter(({ lastRow }) => lastRow > headerRow);
  if (!first) return notes;
  const more = others.length === 0 ? '' : `. Merged areas like this: ${others.length + 1}`;
  const { column, firstRow, lastRow } = first;
  notes.push(
    `The cells ${column}${firstRow} to ${column}${lastRow} are merged: only row ${firstRow} has the value${more}`,
  );
  return notes;
}
