import type { Cell } from './cell.ts';

/** A row of a file that has values. */
export interface SheetRow {
  /** The number of the row, as spreadsheets show it. */
  row: number;
  cells: Cell[];
}
