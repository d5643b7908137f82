import { type AppError, errorAt, fault } from '../../schema/core/errors.ts';
import { digitsFault } from '../../schema/core/noun/exact-number.ts';
import { pathOf } from '../../schema/core/noun/valid.ts';

/** The maximum depth: deeper values are no valid input, and take long to read. */
const MAX_DEPTH = 1_000;
/** Matches every number that a double might not hold, and some texts: most bodies have neither. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][+-]?\d{3}/;

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
