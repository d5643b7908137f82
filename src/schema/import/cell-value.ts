import type { CellKind } from './import-fields.ts';

/** Why a cell has no value that could be checked. */
export class CellProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** How the numbers of a column are written; undefined if none of them shows it. */
export type Separator = ',' | '.' | undefined;

const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;
const GROUPS = /[\s\u00A0\u202F'’]/g;
const BOOLEANS: Partial<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
const GTIN_LENGTHS = [8, 12, 13, 14];

/**
 * Converts the text of a cell. Text that is not of its kind stays text, which the field's own rule refuses.
 *
 * @returns a CellProblem for text that a spreadsheet damaged, or that has two meanings
 */
export function cellValue(kind: CellKind, name: string, text: string, decimal: Separator): unknown {
  if (SHORTENED.test(text) && kind !== 'text') return shortened(text);
  switch (kind) {
    case 'identifier':
      return identifier(name, text);
    case 'number':
    case 'integer':
      return numberIn(text, decimal) ?? text;
    case 'date':
      return date(text);
    case 'enum':
      return text.toLowerCase();
    case 'boolean':
      return BOOLEANS[text.toLowerCase()] ?? text;
    case 'text':
      return text;
  }
}

/** Returns the decimal separator that the numbers of a column use, as far as one of them shows it. */
export function separatorOf(texts: Iterable<string>): Separator {
  for (const text of texts) {
    const signs = text.replaceAll(/[^.,]/g, '');
    if (signs === '') continue;
    if (signs.includes('.') && signs.includes(',')) return signs.at(-1) as Separator;
    // Several of one sign separate thousands, and one before other than three digits is decimal.
    if (signs.length > 1) return signs[0] === ',' ? '.' : ',';
    if (!/[.,]\d{3}$/.test(text) || /^-?0?[.,]/.test(text)) return signs as Separator;
  }
  return undefined;
}

/** Reads 1234.5, 1234,5, 1.234,5 and 1,234.5; undefined for other text. */
function numberIn(text: string, decimal: Separator): number | undefined {
  const plain = text.replaceAll(GROUPS, '');
  if (/^-?\d+$/.test(plain)) return Number(plain);
  const sign = decimal ?? (plain.includes(',') && !plain.includes('.') ? ',' : '.');
  const group = sign === ',' ? '.' : ',';
  const isPlain = new RegExp(`^-?\\d*[${sign}]\\d+$`).test(plain);
  const isGrouped = new RegExp(`^-?\\d{1,3}([${group}]\\d{3})+([${sign}]\\d+)?$`).test(plain);
  if (isPlain || isGrouped) return Number(plain.replaceAll(group, '').replace(sign, '.'));
  // A column can mix both, such as 3,49 and 3.5.
  return /^-?\d*[.,]\d+$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

function date(text: string): string | CellProblem {
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (german) {
    const [, day, month, year] = german;
    return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  }
  if (/^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(text))
    return new CellProblem('could be day/month or month/day. Write dates like 2026-12-31 or 31.12.2026');
  return text;
}

function identifier(name: string, text: string): string | CellProblem {
  const isGtin = /gtin$/i.test(name);
  if (!(isGtin || name.endsWith('gln')) || !/^\d{5,13}$/.test(text)) return text;
  const lengths = isGtin ? GTIN_LENGTHS : [13];
  const length = lengths.find((each) => each >= text.length)!;
  if (length === text.length) return text;
  const whole = text.padStart(length, '0');
  return new CellProblem(
    `has ${text.length} digits: a spreadsheet removed leading zeros. Format the column as text and enter ${whole}`,
  );
}

function shortened(text: string): CellProblem {
  return new CellProblem(
    `was shortened by a spreadsheet to ${text}. Format the column as text and enter the number again`,
  );
}
