import { MAX_SHEET_ROWS } from './limits.ts';
import { requireReferences } from './require-references.ts';
import { emptied, slicesOf } from './slice-sheet.ts';
import { storedArchive, unpackArchive } from './unpack-archive.ts';

/**
 * The parts of .xlsx, .xlsb and .ods files that have what cells show: not pictures, comments, formula chains
 * and so on.
 */
const NEEDED =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/[^/]+\.rels|(?!calcChain)[^/]+\.(xml|bin)|(work|chart|dialog|macro)sheets\/[^/]+\.(xml|bin))|mimetype|META-INF\/manifest\.xml|(content|styles)\.xml)$/i;
const SHEET = /^xl\/worksheets\/.*\.xml$/i;
const XML_OF_XLSX = /^xl\/.*\.xml$/i;
/** Cells and rows of a sheet that have a format but no value. */
const FORMATTED = [/<c r="[A-Z]+\d+"[^<>]*\/>/g, /<row r="\d+"[^<>]*(?:\/>|><\/row>)/g];
/** The maximum number of rows above those of the list, such as the header. */
const MAX_ROWS_ABOVE = 100;
/** The starts of tags. Removing a cell would move those after it, unless they state their position. */
const [ROW, CELL, PLACED_CELL] = ['<row', '<c ', '<c r="'] as const;

const HIDDEN = 'hidden="';
/** Matches hidden rows and columns of .xlsx files, of OpenDocument files, and of XML tables. */
const HIDES =
  /<(?:row|col) [^<>]{0,300}hidden="(?:1|true)"|table:visibility="(?:collapse|filter)"|<(?:Row|Column) [^<>]{0,300}ss:Hidden="1"/;

const SHARED_TEXTS = /^xl\/sharedStrings\.xml$/i;

/** The parts of a workbook that are needed, as archives that are not compressed. */
export interface NeededParts {
  /** Returns all parts in one archive. */
  whole(): Uint8Array;
  /**
   * Return the parts in archives of which each has some rows of large sheets; one function without large
   * sheets.
   */
  pieces: (() => Uint8Array)[];
  /** The number of sheets, if it is known. */
  sheets: number;
  /** Whether rows or columns are hidden. */
  hasHidden: boolean;
  /** Hidden rows are found in the XML, without reading styles. */
  hasStyles: false;
}

/**
 * Returns the parts of a workbook that are needed. The references in their XML are checked first.
 *
 * @throws UnreadableFile
 */
export function neededParts(bytes: Uint8Array): NeededParts {
  const parts = unpackArchive(bytes, (name) => NEEDED.test(name));
  let sheets = 0;
  let hasHidden = false;
  for (const [name, part] of parts) {
    if (name === 'content.xml') hasHidden = isHiddenIn(part.toString('latin1'));
    // A sheet can be anywhere in the archive.
    if (XML_OF_XLSX.test(name) && !SHARED_TEXTS.test(name)) requireReferences(part);
    if (!SHEET.test(name)) continue;
    sheets += 1;
    hasHidden ||= part.includes(HIDDEN) && isHiddenIn(part.toString('latin1'));
    if (countOf(part, ROW) > MAX_SHEET_ROWS + MAX_ROWS_ABOVE) parts.set(name, withoutFormatted(part));
  }
  const whole = () => storedArchive(parts);
  return { whole, pieces: piecesOf(parts) ?? [whole], sheets, hasHidden, hasStyles: false };
}

function piecesOf(parts: ReadonlyMap<string, Buffer>): (() => Uint8Array)[] | undefined {
  const shared = [...parts].find(([name]) => SHARED_TEXTS.test(name))?.[1].length ?? 0;
  const large = [...parts].flatMap(([name, part]) => {
    const slices = SHEET.test(name) ? slicesOf(part, shared) : [];
    return slices.length > 0 ? [{ name, part, slices }] : [];
  });
  const count = Math.max(0, ...large.map(({ slices }) => slices.length));
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, at) => () => {
    const own = large.map(({ name, part, slices }) => [name, slices[at]?.() ?? emptied(part)] as const);
    return storedArchive(new Map([...parts, ...own]));
  });
}

/** Returns whether the XML of a sheet hides rows or columns. */
export function isHiddenIn(xml: string): boolean {
  return HIDES.test(xml);
}

/** Removes a million rows that someone formatted to the end of the sheet. */
function withoutFormatted(part: Buffer): Buffer {
  if (countOf(part, CELL) !== countOf(part, PLACED_CELL)) return part;
  let xml = part.toString('latin1');
  for (const pattern of FORMATTED) xml = xml.replaceAll(pattern, '');
  return Buffer.from(xml, 'latin1');
}

function countOf(part: Buffer, text: string): number {
  let count = 0;
  for (let at = part.indexOf(text); at !== -1; at = part.indexOf(text, at + text.length)) count += 1;
  return count;
}
