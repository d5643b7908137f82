import { type Violation, violation } from '../../../../../problems.ts';
import type { Cell } from '../../../../../spreadsheet/cell.ts';
import { misreadUtf8 } from '../../../../../spreadsheet/misread-utf8.ts';
import type { ImportField } from '../import-fields.ts';
import { isSpreadsheetError } from './spreadsheet-errors.ts';

/** The texts that databases and programs write for a missing value. People write other texts. */
const NO_VALUE = new Set([
  'NULL',
  'null',
  '(null)',
  '(NULL)',
  '<null>',
  '<NULL>',
  '[NULL]',
  '\\N',
  'NaN',
  'nan',
  'undefined',
  '<NA>',
  'NaT',
]);

/**
 * Returns how a cell was damaged before it was sent, in words.
 *
 * @param isDownload in our own downloads, such texts are the stored ones
 */
export function damageOf(
  { kind, name }: ImportField,
  cell: Cell,
  text: string,
  isDownload: boolean,
): Violation | undefined {
  const type = typeof cell === 'object' ? cell.type : undefined;
  if (type === 'error' || (typeof cell === 'string' && isSpreadsheetError(text)))
    return violation(
      'spreadsheet_error',
      `${text} is an error of the spreadsheet, not a value. Correct the cell, or empty it`,
    );
  if (type === 'formula')
    return violation(
      'formula_without_result',
      'is a formula without a result. Open the file in a spreadsheet program, save it and send it again',
    );
  if (text.includes('\uFFFD'))
    return violation('lost_characters', 'contains \uFFFD: characters were lost before. Enter the text again');
  const isTime = type === 'date' && (cell as { day: string | null }).day === null;
  if (type === 'date' && kind !== 'date' && name !== 'notes' && !(isTime && kind === 'time')) {
    const what = isTime ? 'a time' : 'a date';
    return violation(
      'changed_to_date',
      `is ${what}: a spreadsheet changed it. Format the column as text and enter it again`,
    );
  }
  if (typeof cell === 'boolean' && kind !== 'boolean')
    return violation(
      'changed_to_boolean',
      `is ${cell ? 'TRUE' : 'FALSE'}, which is no text or number. Format the column as text and enter it again`,
    );
  return typeof cell === 'string' && !isDownload ? damageOfText(text) : undefined;
}

function damageOfText(text: string): Violation | undefined {
  if (NO_VALUE.has(text))
    return violation('no_value', `is ${text}, which programs write for no value. Empty the cell`);
  const meant = misreadUtf8(text);
  if (meant === undefined) return undefined;
  return violation(
    'lost_characters',
    `is "${meant.slice(0, 100)}" in a wrong encoding: a program read UTF-8 as something else. Export the list again`,
  );
}
