/** The value of a cell, from a GraphQL result. */
export type Cell = string | number | null;

/** Spreadsheets interpret text that starts like this as a formula, in some languages also with full-width signs. */
const TRIGGER = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** Invisible before a trigger, or removed when the file is opened. */
const IGNORED = `[\\s\\p{Cc}\\p{Cf}\\p{DI}\u2800"]*`;
/** Where a cell starts: also after what separates cells and lines in other settings of a spreadsheet. */
const FORMULA = new RegExp(`(^(?=[\\t\\r])|(?:^|[;\\t\\r\\n])(?=${IGNORED}${TRIGGER}))`, 'gu');

/**
 * Returns a line of CSV (RFC 4180). Text is always quoted, and what a spreadsheet would execute is prefixed with an
 * apostrophe.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // Exact decimals are raw JSON, whatever their static type.
  if (typeof cell !== 'string') return JSON.stringify(cell);
  return `"${cell.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
