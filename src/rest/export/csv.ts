/** A value of a cell, as GraphQL has it. */
export type Cell = string | number | null;

/** Spreadsheets read what begins so as a formula. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** Returns a line of CSV (RFC 4180). Text that a spreadsheet would execute is preceded by an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // Exact decimals are raw JSON, whatever their type says.
  if (typeof cell !== 'string') return JSON.stringify(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
