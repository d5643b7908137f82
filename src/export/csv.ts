import { guarded } from '../schema/import/formula.ts';

/** The value of a cell, from a GraphQL result. */
export type Cell = string | number | null;

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
  return `"${guarded(cell).replaceAll('"', '""')}"`;
}
