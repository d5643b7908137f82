import { read, SSF, type CellObject, type ParsingOptions, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { type Violation, violation } from '../problems.ts';
import { type Cell, exact, isBlank, letterOf } from './cell.ts';
import { passwordProtected } from './file-format.ts';
import { whatShows } from './number-format.ts';
import { dayOfSerial } from './serial-day.ts';
import type { SheetRow } from './sheet-row.ts';
import { unreadable } from './unreadable-file.ts';
import { DAY_MS } from '../durations.ts';

/** How many rows of each sheet are read to find out which one has the list. */
const PEEK_ROWS = 40;
/** In bytes. Of larger workbooks with several sheets, only the one with the list is read as a whole. */
const SMALL = 4 * 1_024 ** 2;
/** How many days later day 0 is in workbooks of the 1904 system. */
const DAYS_OF_1904 = 1_462;

const ERRORS: Partial<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

const OPTIONS: ParsingOptions = {
  dense: true,
  cellFormula: true,
  // A formula without a result is a stub, and would be left out.
  sheetStubs: true,
  // Formats distinguish dates and leading zeros; the shown text is created only where a format needs it.
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellDates: false,
  // Texts of HTML tables stay texts.
  raw: true,
};

/** A sheet that was read. */
export interface ReadSheet {
  name: string;
  rows: SheetRow[];
  /** The names of all visible sheets with cells. */
  names: string[];
  /** The names of other sheets that seem to have a list as well. */
  others: string[];
  /** Areas of several rows that are shown as one cell. Only the first cell has the value. */
  merged: MergedRows[];
  /** Whether rows or columns are hidden, if that was read. */
  hasHidden: boolean;
}

export interface MergedRows {
  firstRow: number;
  lastRow: number;
  /** The letter of the sheet's first column. */
  column: string;
}

type WorkbookContent = Uint8Array | string;

export interface WorkbookInput {
  /** Returns the whole workbook. */
  whole(): WorkbookContent;
  /** Return the workbook in pieces, each with some rows of large sheets. */
  pieces: readonly (() => WorkbookContent)[];
  /** The number of sheets, if it is known. */
  sheets: number;
  /** Whether the styles of rows and columns are read, which takes longer. */
  hasStyles: boolean;
}

export interface SheetOptions {
  /** The name of the sheet (default: the visible one whose header fits best, else the first). */
  sheet?: string | undefined;
  /** Returns how well the rows fit what is looked for; 0 if not at all. */
  fitOf(rows: readonly SheetRow[]): number;
}

/**
 * Reads a sheet of a workbook: .xlsx, .xlsm, .xlsb, .xls, .ods, or as text .fods, XML and HTML tables.
 *
 * @throws UnreadableFile
 */
export function readWorkbook(input: WorkbookInput, { sheet, fitOf }: SheetOptions): ReadSheet {
  const { sheets, allOf } = startsOf(input);
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const names = visible.map(({ name }) => name);
  if (sheet !== undefined) {
    const chosen =
      sheets.find(({ name }) => name === sheet) ?? sheets.find(({ name }) => name.trim() === sheet.trim());
    if (!chosen) throw new UnknownSheet(names);
    const { name, merged, hasHidden } = chosen;
    return { name, rows: allOf(chosen), names, others: [], merged, hasHidden };
  }
  if (visible.length === 0)
    throw sheets.length === 0
      ? unreadable('file_empty', 'The file has no cells with values')
      : unreadable(
          'file_sheets_hidden',
          `All sheets with values are hidden. Show the sheet with the list, save the file, and send it again`,
        );
  const fits = visible.map(({ rows }) => fitOf(rows));
  const best = fits.indexOf(Math.max(...fits));
  const chosen = visible[best]!;
  const alike = names.filter((_each, index) => index !== best && fits[index]! > 1);
  const { name, merged, hasHidden } = chosen;
  return { name, rows: allOf(chosen), names, others: alike, merged, hasHidden };
}

interface Start {
  name: string;
  isVisible: boolean;
  rows: SheetRow[];
  merged: MergedRows[];
  hasHidden: boolean;
}

/** Returns the first rows of all sheets with values, and how to read the others. */
function startsOf(input: WorkbookInput): { sheets: Start[]; allOf(sheet: Start): SheetRow[] } {
  const [first, ...others] = input.pieces;
  const isOne = input.sheets < 2;
  const textOf = others.length === 0 ? (text: string) => text : createTexts();
  const { isWhole, sheets } = readPiece(first!(), {
    isOne,
    isLast: others.length === 0,
    hasStyles: input.hasStyles,
    textOf,
  });
  // Its first rows have no values.
  if (sheets.length === 0 && others.length > 0) return startsOf({ ...input, pieces: [input.whole] });
  const allOf = ({ name, rows }: Start): SheetRow[] => {
    const all = isWhole || isOne ? rows : [];
    const unread = isWhole ? [] : isOne ? others : input.pieces;
    for (const piece of unread) for (const row of rowsOfSheet(piece(), name, textOf)) all.push(row);
    return all;
  };
  return { sheets, allOf };
}

interface PieceOptions {
  isOne: boolean;
  isLast: boolean;
  hasStyles: boolean;
  textOf(text: string): string;
}

/** Keeps nothing that the library creates, because that takes more memory than the rows. */
function readPiece(
  content: WorkbookContent,
  { isOne, isLast, hasStyles, textOf }: PieceOptions,
): { isWhole: boolean; sheets: Start[] } {
  const isWhole = isLast && (isOne || content.length < SMALL);
  const styles = { cellStyles: hasStyles };
  const book = parse(content, isWhole || isOne ? styles : { ...styles, sheetRows: PEEK_ROWS });
  const sheets = book.SheetNames.map((name, index) => ({
    name,
    isVisible: !book.Workbook?.Sheets?.[index]?.Hidden,
    rows: sheetRowsOf(book, name, textOf),
    merged: mergedRows(book.Sheets[name]),
    hasHidden: hidesIn(book.Sheets[name]),
  })).filter(({ rows }) => rows.length > 0);
  return { isWhole, sheets };
}

function rowsOfSheet(content: WorkbookContent, name: string, textOf: PieceOptions['textOf']): SheetRow[] {
  return sheetRowsOf(parse(content, { sheets: name }), name, textOf);
}

/** The maximum number of texts in the cache. */
const MAX_TEXTS = 20_000;
/** V8 copies shorter texts, instead of referring to the text that they were cut from. */
const MIN_PART = 13;

/** Returns a function that copies texts, so that the XML that they were cut from can be freed. */
function createTexts(): (text: string) => string {
  const internedTexts = new Map<string, string>();
  return (text) => {
    const same = internedTexts.get(text);
    if (same !== undefined) return same;
    if (internedTexts.size >= MAX_TEXTS) internedTexts.clear();
    const encoding = LATIN1.test(text) ? 'latin1' : 'utf16le';
    const own = text.length < MIN_PART ? text : Buffer.from(text, encoding).toString(encoding);
    internedTexts.set(own, own);
    return own;
  };
}

// oxlint-disable-next-line no-control-regex -- the characters of one byte
const LATIN1 = /^[\u0000-\u00ff]*$/;

/** The error for the name of a sheet that a file does not have. */
export class UnknownSheet extends Error {
  readonly names: string[];
  readonly found: Violation;
  constructor(names: string[]) {
    const allowed = names.slice(0, 20);
    const wording = `must be the name of a sheet of the file: ${allowed.join(', ')}`;
    super(wording);
    this.names = names;
    this.found = violation('unknown_sheet', wording, { allowed });
  }
}

function parse(input: WorkbookContent, options: ParsingOptions): WorkBook {
  try {
    return typeof input === 'string'
      ? read(input, { ...OPTIONS, ...options, type: 'string' })
      : read(input, { ...OPTIONS, ...options, type: 'array' });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(message)) throw passwordProtected();
    throw unreadable(
      'file_damaged',
      'The file cannot be read as a spreadsheet. Open it in a spreadsheet program, save it as .xlsx or CSV, and send that file',
    );
  }
}

/** Returns the rows with values. */
function sheetRowsOf(book: WorkBook, name: string, textOf: (text: string) => string): SheetRow[] {
  const sheet: (WorkSheet & { '!data'?: (CellObject | undefined)[][] }) | undefined = book.Sheets[name];
  if (!sheet) return [];
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const rows: SheetRow[] = [];
  for (const [index, cells] of (sheet['!data'] ?? []).entries()) {
    if (!cells) continue;
    const own = Array.from(cells, (cell) => {
      const value = cell ? sheetCellOf(cell, is1904) : '';
      return typeof value === 'string' ? textOf(value) : value;
    });
    while (own.length > 0 && isBlank(own.at(-1))) own.pop();
    if (own.length > 0) rows.push({ row: index + 1, cells: own });
  }
  return rows;
}

/** Returns the merged rows of a sheet; slices of large sheets have none. */
function mergedRows(sheet: WorkSheet | undefined): MergedRows[] {
  return (sheet?.['!merges'] ?? [])
    .filter(({ s, e }) => e.r > s.r)
    .map(({ s, e }) => ({ firstRow: s.r + 1, lastRow: e.r + 1, column: letterOf(s.c) }));
}

function hidesIn(sheet: WorkSheet | undefined): boolean {
  return [...(sheet?.['!rows'] ?? []), ...(sheet?.['!cols'] ?? [])].some((each) => each?.hidden);
}

function sheetCellOf({ t, v, f, z }: CellObject, is1904: boolean): Cell {
  switch (t) {
    case 's':
      return String(v ?? '');
    case 'n':
      return numberCell(Number(v), typeof z === 'string' ? z : undefined, is1904);
    case 'b':
      return Boolean(v);
    case 'e':
      return { type: 'error', shown: ERRORS[Number(v)] ?? '#ERROR!' };
    case 'd':
      return v instanceof Date ? dateCell(v.toISOString(), v.toISOString()) : String(v ?? '');
    default:
      // A formula without a result; other stubs are empty.
      return f === undefined ? '' : { type: 'formula', shown: `=${f.slice(0, 100)}` };
  }
}

function numberCell(value: number, format: string | undefined, is1904: boolean): Cell {
  if (format === undefined) return value;
  const shows = whatShows(format);
  if (shows === 'number') return value;
  if (shows === 'date') return serialDateCell(value, is1904, formattedNumber(format, value, is1904));
  return { type: 'number', value, shown: formattedNumber(format, value, is1904) };
}

function formattedNumber(format: string, value: number, is1904: boolean): string {
  try {
    // The library shows nothing after a leading `General`, unless something stands before that.
    const whole = format.startsWith('General') ? `[Black]${format}` : format;
    return String(SSF.format(whole, value, { date1904: is1904 })).trim();
  } catch {
    return String(exact(value));
  }
}

function serialDateCell(days: number, is1904: boolean, shown: string): Cell {
  const ms = Math.round((days % 1) * DAY_MS);
  const time = ms === 0 ? null : new Date(ms).toISOString().slice(11, 19);
  if (days >= 0 && days < 1) return { type: 'date', day: null, time: time ?? '00:00:00', shown };
  const day = dayOfSerial(is1904 ? days + DAYS_OF_1904 : days);
  return day === undefined ? { type: 'error', shown: '#####' } : { type: 'date', day, time, shown };
}

function dateCell(iso: string, shown: string): Cell {
  const time = iso.slice(11, 19);
  return { type: 'date', day: iso.slice(0, 10), time: time === '00:00:00' ? null : time, shown };
}
