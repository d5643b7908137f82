import { unreadable, UnreadableFile } from './unreadable-file.ts';

/** The last cell of a sheet, as all spreadsheets have it: XFD1048576. */
const [MAX_COLUMN, MAX_ROW] = [16_384, 1_048_576];
/** The attributes that name cells, rows and ranges. */
const NAMES = new Set(['r', 'ref', 'sqref']);
const [EQUALS, DOUBLE, SINGLE] = ['=', '"', "'"].map((sign) => sign.codePointAt(0)!);
const MAX_NAME = 5;

/**
 * Requires that a part of an .xlsx file names no cell outside a sheet: libraries take memory for all cells before it.
 * Looks at each byte once.
 *
 * @throws UnreadableFile
 */
export function requireReferences(xml: Buffer): void {
  // In UTF-16 the names would not be found.
  if (xml.includes(0)) throw outside();
  for (let at = xml.indexOf(EQUALS!); at !== -1; at = xml.indexOf(EQUALS!, at + 1)) {
    if (!NAMES.has(nameBefore(xml, at))) continue;
    let start = at + 1;
    while (isSpace(xml[start])) start++;
    if (xml[start] === DOUBLE || xml[start] === SINGLE) requireInside(xml, start + 1, xml[start]!);
  }
}

function nameBefore(xml: Buffer, equals: number): string {
  let end = equals;
  while (end > 0 && isSpace(xml[end - 1])) end--;
  let start = end;
  while (start > 0 && end - start <= MAX_NAME && isLetter(xml[start - 1]!)) start--;
  return isSpace(xml[start - 1]) ? xml.toString('latin1', start, end) : '';
}

/** Reads letters as a column and digits as a row, whatever separates them. */
function requireInside(xml: Buffer, start: number, quote: number): void {
  let column = 0;
  let row = 0;
  for (let at = start; at < xml.length && xml[at] !== quote; at++) {
    const byte = xml[at]!;
    if (isLetter(byte)) {
      if (row > 0) [column, row] = [0, 0];
      column = column * 26 + (byte & 0x1f || 0);
    } else if (byte >= 0x30 && byte <= 0x39) row = row * 10 + byte - 0x30;
    else if (byte === 0x26)
      // An entity, which would hide a letter or a digit.
      throw outside();
    else if (byte !== 0x24) [column, row] = [0, 0];
    if (column > MAX_COLUMN || row > MAX_ROW) throw outside();
  }
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function outside(): UnreadableFile {
  return unreadable(
    'file_damaged',
    'The file names cells beyond XFD1048576, the last of a sheet. Save it again, or as CSV',
  );
}
