import { unreadable, UnreadableFile } from './unreadable-file.ts';

/** The last cell of a sheet, as all spreadsheets have it: XFD1048576. */
export const [MAX_COLUMN, MAX_ROW] = [16_384, 1_048_576] as const;
const CELL = /^([A-Z]{1,3})([1-9]\d{0,6})$/;
const ROW_NAME = /^[1-9]\d{0,6}$/;
/** A cell, a range of cells, whole columns or whole rows. */
const AREA =
  /^(?:\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})$/;
/**
 * Attributes of rows and cells that end in `r`: libraries take each of them for `r`, the name of the row or
 * cell.
 */
const NAME_ATTRIBUTE = /(?<![^\s"'=:])([^\s"'=:]{0,99}r)\s*=\s*(?:"([^"]*)"|'([^']*)'|())/gi;
/** The usual form of the attributes, with `r` once. */
const NAMED_ONCE = /^ r="([^"]*)"(?!.*[rR]\s*=)/s;
const AREAS = /[\s:](?:ref|sqref)\s*=\s*(?:"([^"]*)"|'([^']*)'|())/gi;
const [LESS, GREATER, SLASH, COLON] = [0x3c, 0x3e, 0x2f, 0x3a] as const;
const ENDS = new Set<number>([LESS, GREATER, SLASH]);
const [C, R, O, W] = [0x63, 0x72, 0x6f, 0x77] as const;

/**
 * Requires that a part of an .xlsx file names cells, rows and areas as sheets have them, and no cell or row
 * twice. Libraries read such names by their length and first letters: C-2 becomes C2, and they take memory
 * for all cells before the last.
 *
 * @throws UnreadableFile
 */
export function requireReferences(xml: Buffer): void {
  // In UTF-16 the names would not be found.
  if (xml.includes(0)) throw misnamed('a part in UTF-16');
  const places = createPositions();
  let close = xml.indexOf(GREATER);
  let next = xml.indexOf(LESS);
  while (next !== -1) {
    const at = next;
    next = xml.indexOf(LESS, at + 1);
    if (xml[at + 1] === SLASH) continue;
    let [from, end] = [at + 1, at + 1];
    for (; end < xml.length && xml[end]! > 0x20 && !ENDS.has(xml[end]!); end++)
      if (xml[end] === COLON) from = end + 1;
    const isCell = end - from === 1 && xml[from] === C;
    const isRow = end - from === 3 && xml[from] === R && xml[from + 1] === O && xml[from + 2] === W;
    if (!isCell && !isRow && (xml[end] === GREATER || xml[end] === SLASH)) continue;
    if (close < at && close !== -1) close = xml.indexOf(GREATER, at);
    const isOpen = close === -1 || (next !== -1 && next < close);
    if (isOpen && (isCell || isRow)) throw misnamed('a cell or row whose tag is not closed');
    const attributes = xml.toString('latin1', end, isOpen ? (next === -1 ? xml.length : next) : close);
    if (isRow) places.row(statedName(attributes));
    else if (isCell) places.cell(statedName(attributes));
    else for (const [, double, single = ''] of attributes.matchAll(AREAS)) requireAreas(double ?? single);
  }
}

/** Returns the name that a row or cell states; undefined for one that just follows the previous one. */
function statedName(attributes: string): string | undefined {
  const [, only] = NAMED_ONCE.exec(attributes) ?? [];
  if (only !== undefined) return only;
  let own: string | undefined;
  for (const [text, name, double, single = ''] of attributes.matchAll(NAME_ATTRIBUTE)) {
    if (name !== 'r' || own !== undefined) throw misnamed(text.trim());
    own = double ?? single;
  }
  return own;
}

function requireAreas(text: string): void {
  for (const area of text.split(/\s+/))
    if (!AREA.test(area) || area.split(':').some((part) => isOutside(part.replaceAll('$', ''))))
      throw misnamed(area);
}

function isOutside(place: string): boolean {
  const [, letters = '', row = ''] = /^([A-Z]*)(\d*)$/.exec(place) ?? [];
  return columnOf(letters) > MAX_COLUMN || Number(row) > MAX_ROW;
}

/** Returns a record of the rows and cells of a part, which refuses any that occurs twice. */
function createPositions() {
  const rows = new Uint8Array(MAX_ROW + 1);
  /** For each column, the last row with a cell in it. */
  const columns = new Uint32Array(MAX_COLUMN + 1);
  let [row, column] = [0, 0];
  return {
    row(name: string | undefined) {
      if (name !== undefined && !ROW_NAME.test(name)) throw misnamed(name);
      row = name === undefined ? row + 1 : Number(name);
      column = 0;
      if (row > MAX_ROW) throw misnamed(String(row));
      if (rows[row] === 1) throw damagedReferences(`row ${row} twice`);
      rows[row] = 1;
    },
    cell(name: string | undefined) {
      const [, letters, number] = (name !== undefined && CELL.exec(name)) || [];
      if (name !== undefined && letters === undefined) throw misnamed(name);
      column = letters === undefined ? column + 1 : columnOf(letters);
      if (column > MAX_COLUMN || Number(number ?? 0) > MAX_ROW) throw misnamed(name ?? 'a cell');
      // Only rows have cells.
      if (row === 0) return;
      if (number !== undefined && Number(number) !== row)
        throw damagedReferences(`the cell ${name} in row ${row}`);
      if (columns[column] === row) throw damagedReferences(`a cell of row ${row} twice, in column ${column}`);
      columns[column] = row;
    },
  };
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.codePointAt(0)! - 0x40;
  return column;
}

function misnamed(name: string): UnreadableFile {
  return damagedReferences(`'${name.slice(0, 30)}', which names no cell up to XFD1048576`);
}

function damagedReferences(what: string): UnreadableFile {
  return unreadable('file_damaged', `The file has ${what}. Save it again, or as CSV`);
}
