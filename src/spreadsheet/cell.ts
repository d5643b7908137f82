/** A cell as its file has it. Cells of CSV files are texts, and an empty cell is an empty text. */
export type Cell = string | number | boolean | SpecialCell;

/** A cell whose value alone would mislead. */
type SpecialCell =
  /** A number whose format shows more than its value, such as leading zeros, a currency or a unit. */
  | { type: 'number'; value: number; shown: string }
  /** A day, a time of day or both. `day` is null if the cell has only a time. */
  | { type: 'date'; day: string | null; time: string | null; shown: string }
  | { type: 'error'; shown: string }
  /** A formula that was never calculated. */
  | { type: 'formula'; shown: string };

/** Returns the text that a person sees in a cell. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberAsText(cell);
  return typeof cell === 'boolean' ? String(cell) : cell.shown;
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** The digits of a number that binary floating point keeps; spreadsheets keep no more either. */
const DIGITS = 15;

/** Returns a number without what binary floating point adds, so that 0.30000000000000004 is 0.3. */
export function exact(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Returns a number as text. Integers that lost digits are written as a spreadsheet shows them. */
export function numberAsText(value: number): string {
  const isShortened = Number.isInteger(value) && Math.abs(value) >= 10 ** DIGITS;
  return isShortened ? value.toExponential(2).toUpperCase() : String(exact(value));
}

/** Returns the letters of a column, as spreadsheets name it; `index` begins with 0. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
