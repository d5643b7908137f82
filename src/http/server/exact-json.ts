import { type AppError, errorAt, fault } from '../../schema/core/errors.ts';
import { digitsFault } from '../../schema/core/noun/exact-number.ts';
import { pathOf } from '../../schema/core/noun/valid.ts';

/** The maximum depth: deeper values are no valid input, and take long to read. */
const MAX_DEPTH = 1_000;
/** Matches every number that a double might not hold, and some texts: most bodies have neither. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][+-]?\d{3}/;

const JSON_SPACE = /[\t\n\r ]*/y;
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON allows none of them in texts
  /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

/** The tokens that may follow at a position in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/**
 * Returns the value of a JSON text, like `JSON.parse`, but never a rounded number.
 *
 * @param within the name of the parameter that has the text (default: it is the whole input)
 * @throws AppError `validation_error` on the first member whose number is too long, or has more digits than a
 * double holds, or that is nested too deeply
 * @throws SyntaxError
 */
export function parseExactJson(text: string, within?: string): unknown {
  if (text.length > MAX_DEPTH) refuseDeep(text, within);
  const value: unknown = JSON.parse(text);
  if (MAY_BE_INEXACT.test(text)) refuseInexact(text, within);
  return value;
}

/**
 * Returns where a text stops being valid JSON, as `line 2, column 5`, which the errors of `JSON.parse` do not
 * always say.
 */
export function jsonFaultIn(text: string): string {
  const before = text.slice(0, faultOffset(text)).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** Counts the brackets of a text, which need not be JSON. */
function refuseDeep(text: string, within: string | undefined): void {
  let depth = 0;
  let member = '';
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) string = text.slice(at + 1, end - 1);
      at = end - 1;
    } else if (character === ':' && depth === 1) member = string;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') depth += 1;
    if (depth > MAX_DEPTH) throw tooDeep(within ?? member);
  }
}

function tooDeep(field: string): AppError {
  const wording = `must not be nested more than ${MAX_DEPTH} levels deep`;
  return field === ''
    ? fault('nested_too_deeply', `The body ${wording}`)
    : errorAt(field, 'nested_too_deeply', wording);
}

/**
 * Reads the numbers of a valid text in one pass, because a function for each value would cost a hundred times
 * as much.
 */
function refuseInexact(text: string, within: string | undefined): void {
  // Indexes in lists, and names in objects as they are written, decoded only for an error.
  const path: (number | string)[] = [];
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      const end = endOfString(text, at);
      string = text.slice(at, end);
      at = end - 1;
    } else if (character === ':') path[path.length - 1] = string;
    else if (character === ',') {
      const place = path[path.length - 1];
      if (typeof place === 'number') path[path.length - 1] = place + 1;
    } else if (character === '[') path.push(0);
    else if (character === '{') path.push('');
    else if (character === ']' || character === '}') path.pop();
    else if (isDigit(character) || character === '-') {
      const end = endOfNumber(text, at);
      const wording = digitsFault(text.slice(at, end));
      if (wording !== undefined) throw inexact(path, within, wording);
      at = end - 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text[end])) end++;
  return end;
}

function isInNumber(character: string | undefined): boolean {
  return isDigit(character) || (character !== undefined && '+-.eE'.includes(character));
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** @param path with the names of objects as the text has them, quotes and escapes included */
function inexact(path: readonly (number | string)[], within: string | undefined, wording: string): AppError {
  const parts = path.map((part) => (typeof part === 'string' ? (JSON.parse(part) as string) : part));
  const field = pathOf(within === undefined ? parts : [within, ...parts]);
  return field ? errorAt(field, 'too_many_digits', wording) : fault('too_many_digits', wording);
}

/** Returns the offset of the first token that JSON does not allow there. */
function faultOffset(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    JSON_SPACE.lastIndex = at;
    JSON_SPACE.test(text);
    at = JSON_SPACE.lastIndex;
    TOKEN.lastIndex = at;
    const token: string | undefined = TOKEN.exec(text)?.[0];
    const next: Expected | undefined = token === undefined ? undefined : expectedAfter(token, expected, open);
    if (next === undefined) return at;
    expected = next;
    at += token!.length;
  }
}

/**
 * Returns what may follow a token; undefined if it is not allowed. `open` has the brackets that are not
 * closed.
 */
function expectedAfter(token: string, expected: Expected, open: string[]): Expected | undefined {
  if (token === '}' || token === ']') {
    const opening = token === '}' ? '{' : '[';
    const mayClose = expected === ', or end' || expected === (token === '}' ? 'name or }' : 'value or ]');
    return mayClose && open.pop() === opening ? ', or end' : undefined;
  }
  if (token === ',') {
    if (expected !== ', or end' || open.length === 0) return undefined;
    return open.at(-1) === '{' ? 'name' : 'value';
  }
  if (token === ':') return expected === ':' ? 'value' : undefined;
  if (expected === 'name' || expected === 'name or }') return token.startsWith('"') ? ':' : undefined;
  if (expected !== 'value' && expected !== 'value or ]') return undefined;
  if (token !== '{' && token !== '[') return ', or end';
  open.push(token);
  return token === '{' ? 'name or }' : 'value or ]';
}
