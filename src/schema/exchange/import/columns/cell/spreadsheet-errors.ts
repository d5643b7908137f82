import errors from '../../dictionaries/spreadsheet-errors.json' with { type: 'json' };

/** The texts that spreadsheets show for a value that they cannot compute, in the languages of senders. */
const ERRORS = new Set(errors);

/**
 * Returns whether a text is what a spreadsheet shows for an error, or for a value that its column is too
 * narrow for.
 */
export function isSpreadsheetError(text: string): boolean {
  if (text.startsWith('#')) return ERRORS.has(text.toUpperCase()) || /^#{3,255}$/.test(text);
  return /^Err:\d{3}$/i.test(text);
}
