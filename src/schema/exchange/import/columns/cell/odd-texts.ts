import type { Cell } from '../../../../../spreadsheet/cell.ts';
import type { ImportField } from '../import-fields.ts';

/** The apostrophes by which spreadsheets and guards against formulas keep numbers text. */
const APOSTROPHE = /^['‘’](?=[-+]?[\d.,])/;
/** The texts that people write for a missing value. */
const NO_VALUE = /^(?:-{1,3}|–|—|\?+|\.|none|n\/?\.?a\.?|k\.\s?a\.|s\.\s?o\.|n\.\s?v\.|tbd|tba)$/i;
/** A reference with decimals: a program has read the column as numbers. */
const WITH_DECIMALS = /^\d+[.,]0{1,2}$/;
const ENTITY = /&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8});/i;
/** The length beyond which a text is checked only for some oddities. */
const MAX_LENGTH = 20;

/** Returns a cell without an apostrophe that only says that a number is text. */
export function withoutApostrophe({ kind }: ImportField, cell: Cell): Cell {
  const isNumber = kind !== 'text' && kind !== 'enum' && kind !== 'unit' && kind !== 'country';
  return isNumber && typeof cell === 'string' ? cell.replace(APOSTROPHE, '') : cell;
}

/**
 * Returns a note for the sender about an unusual value, which is imported as it is; undefined for ordinary
 * values.
 */
export function oddityOf(field: ImportField, cell: Cell): string | undefined {
  const { kind, name } = field;
  if (typeof cell === 'number')
    return name.endsWith('hone') ? 'is a number: a leading zero or + may be missing' : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (kind === 'identifier' && APOSTROPHE.test(text)) return 'was read without the apostrophe';
  if (kind !== 'text' && kind !== 'identifier') return undefined;
  if (text.startsWith('=')) return 'looks like a formula, and is kept as text';
  if (ENTITY.test(text)) return 'has a character of a web page such as &amp;, and is kept as it is';
  if (text.length > MAX_LENGTH) return undefined;
  if (NO_VALUE.test(text)) return 'is kept as a text. If it stands for no value, empty the cell';
  if (name === 'reference' && WITH_DECIMALS.test(text))
    return 'is kept with its decimals. If a program added them, remove them';
  return undefined;
}
