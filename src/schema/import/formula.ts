/** Spreadsheets interpret text that starts like this as a formula, in some languages also with full-width signs. */
const TRIGGER = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** Invisible before a trigger, or removed when the file is opened. */
const IGNORED = `[\\s\\p{Cc}\\p{Cf}\\p{DI}\u2800"]*`;
/** Where a cell starts: also after what separates cells and lines in other settings of a spreadsheet. */
const FORMULA = new RegExp(`(^(?=[\\t\\r])|(?:^|[;\\t\\r\\n])(?=${IGNORED}${TRIGGER}))`, 'gu');
const GUARDED = new RegExp(`(^'(?=[\\t\\r])|(?:^|[;\\t\\r\\n])'(?=${IGNORED}${TRIGGER}))`, 'gu');

/** Puts an apostrophe before whatever a spreadsheet would execute. */
export function guarded(text: string): string {
  return text.replace(FORMULA, "$1'");
}

/** Returns the text that {@link guarded} was given. */
export function unguarded(text: string): string {
  return text.replace(GUARDED, (start) => start.slice(0, -1));
}
