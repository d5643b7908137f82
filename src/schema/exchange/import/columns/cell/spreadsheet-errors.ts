import errors from '../../dictionaries/spreadsheet-errors.json' with { type: 'json' };

/** The texts that spreadsheets show for errors of formulas, in the languages of senders. */
const ERRORS = new Set(errors);

/** Returns whether a text is an error of a spreadsheet, or the signs of a column that is too narrow. */
export function isSpreadsheetError(text: string): boolean {
  if (text.startsWith('#')) return ERRORS.has(text.toUpperCase()) || /^#{3,255}$/.test(text);
  return /^Err:\d{3}$/i.test(text);
}
