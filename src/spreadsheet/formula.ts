/**
 * Spreadsheets interpret text that starts like this as a formula, in some languages also with full-width
 * signs.
 */
const TRIGGER = /^[=+\-@＝＋－＠﹦﹢﹣﹫]$/u;
const SOME_TRIGGER = /[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/**
 * The signs that are invisible before a trigger, or removed when the file is opened; and our own sign, so
 * that a text with it stays itself.
 */
const IGNORED = /^[\s\p{Cc}\p{Cf}\p{DI}\u2800"']$/u;
/** The characters that separate cells and lines, also in other settings of a spreadsheet. */
const CELL_SEPARATORS = new Set([';', '\t', '\r', '\n']);
/** The characters that a spreadsheet removes at the start of a cell. */
const REMOVED = new Set(['\t', '\r']);

/** Puts an apostrophe before whatever a spreadsheet would execute. */
export function guarded(text: string): string {
  if (!needsLook(text)) return text;
  const executes = executedFrom(text);
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const isStart =
      at === 0
        ? /* guard: removed-sign */ REMOVED.has(text[0]!) || /* guard: executed-start */ executes[0]
        : follows(text, at) && !(at === 1 && result !== '') && executes[at];
    if (!isStart) continue;
    result += `${text.slice(from, at)}'`;
    from = at;
  }
  return result + text.slice(from);
}

/** Returns the text from which {@link guarded} made this one. */
export function unguarded(text: string): string {
  if (!text.includes("'") || !needsLook(text)) return text;
  const executes = executedFrom(text);
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "'" || !(at === 0 || follows(text, at))) continue;
    if (!executes[at + 1] && !(at === 0 && REMOVED.has(text[1] ?? ''))) continue;
    result += text.slice(from, at);
    from = at + 1;
  }
  return result + text.slice(from);
}

function needsLook(text: string): boolean {
  return SOME_TRIGGER.test(text) || REMOVED.has(text[0] ?? '') || text.startsWith("'");
}

function follows(text: string, at: number): boolean {
  return CELL_SEPARATORS.has(text[at - 1]!);
}

/**
 * Returns at which positions a spreadsheet sees a formula, including the characters before it that it
 * ignores. Goes backwards once: looking ahead from each separator would take quadratic time.
 */
function executedFrom(text: string): Uint8Array {
  const executed = new Uint8Array(text.length + 1);
  for (let end = text.length; end > 0;) {
    const isPair =
      end > 1 &&
      (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00 &&
      (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;
    const start = end - (isPair ? /* guard: sign-pair */ 2 : 1);
    const sign = text.slice(start, end);
    const isExecuted =
      TRIGGER.test(sign) || /* guard: ignored-signs */ (executed[end] === 1 && IGNORED.test(sign));
    executed[start] = isExecuted ? 1 : 0;
    end = start;
  }
  return executed;
}
