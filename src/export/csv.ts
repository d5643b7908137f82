import { guarded } from '../spreadsheet/formula.ts';

/** The value of a cell, from a GraphQL result. */
export type CsvValue = string | number | null;

/**
 * Returns a line of CSV (RFC 4180). Text is always quoted, and text that a spreadsheet would execute is
 * prefixed with an apostrophe.
 */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvValue): string {
  if (cell === null) return '';
  // Exact decimals are raw JSON, whatever their static type.
  if (typeof cell !== 'string') return JSON.stringify(cell);
  return `"${guarded(cell).replaceAll('"', '""')}"`;
}
