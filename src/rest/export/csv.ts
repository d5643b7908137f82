/** The value of a cell, from a GraphQL result. */
export type Cell = string | number | null;

/** Spreadsheets interpret text that starts like this as a formula. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** Returns a line of CSV (RFC 4180). Text that a spreadsheet would execute is prefixed with an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // Exact decimals are raw JSON, whatever their static type.
  if (typeof cell !== 'string') return JSON.stringify(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
