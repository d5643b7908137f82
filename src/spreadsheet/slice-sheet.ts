const MIB = 1_024 ** 2;
/** The size of the slice of a sheet that is read at a time, uncompressed. */
const SLICE_BYTES = 4 * MIB;
/** The texts that sheets share are read with each slice, so that slices of workbooks with many are larger. */
const MAX_SHARED_BYTES = 32 * MIB;

const [OPEN, CLOSE] = ['<sheetData>', '</sheetData>'] as const;
const SHEET_END = Buffer.from(`${CLOSE}</worksheet>`);
const NUMBERED = /^<row\s(?:[^<>]*\s)?r="\d+"/;
/** How much of a row's tag is searched for its number. */
const MAX_TAG = 200;
const LESS_THAN = 0x3c;

/**
 * Divides the XML of a large sheet into sheets that have some of its rows each, with their numbers. Reading
 * all rows at once takes several times the memory. Returns an empty list for a sheet that has to be read as a
 * whole.
 *
 * @param sharedBytes the size of the texts that sheets share
 */
export function slicesOf(sheet: Buffer, sharedBytes: number): (() => Buffer)[] {
  if (sheet.length <= SLICE_BYTES) return [];
  const start = sheet.indexOf(OPEN) + OPEN.length;
  const end = sheet.lastIndexOf(CLOSE);
  // Comments could contain text that looks like rows. A formula without a value can refer to another slice.
  if (start < OPEN.length || end < start || sheet.includes('<!') || hasOpenFormula(sheet, start, end))
    return [];
  const size = Math.max(SLICE_BYTES, Math.ceil((sheet.length * sharedBytes) / MAX_SHARED_BYTES));
  const places = [start];
  for (let next = start + size; next < end; next = places.at(-1)! + size) {
    const place = sheet.indexOf('<row', next);
    if (place === -1) break;
    if (!NUMBERED.test(sheet.toString('latin1', place, place + MAX_TAG))) return [];
    places.push(place);
  }
  if (places.length === 1) return [];
  const head = sheet.subarray(0, start);
  return places.map(
    (from, index) => () => Buffer.concat([head, sheet.subarray(from, places[index + 1] ?? end), SHEET_END]),
  );
}

/** Returns a sheet without rows. */
export function emptied(sheet: Buffer): Buffer {
  return Buffer.concat([sheet.subarray(0, sheet.indexOf(OPEN) + OPEN.length), SHEET_END]);
}

/**
 * Returns whether a cell has a formula and no value. Looks at each formula once, and at each end of a cell.
 */
function hasOpenFormula(sheet: Buffer, start: number, end: number): boolean {
  let [closed, value] = [start, start];
  for (let at = sheet.indexOf('<f', start); at !== -1 && at < end; at = sheet.indexOf('<f', at + 1)) {
    if (closed <= at) closed = sheet.indexOf('</c>', at);
    if (value <= at) value = sheet.indexOf('<v>', at);
    if (value === -1 || value > closed || sheet[value + 3] === LESS_THAN) return true;
  }
  return false;
}
