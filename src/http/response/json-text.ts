import { createPause } from '../../limits/pause.ts';
import { fault } from '../../schema/errors.ts';

/** Results with fewer list items are serialized in one step. */
const MANY_ITEMS = 1_000;
/** The number of items serialized in one step, if they contain no lists. */
const ITEMS_AT_ONCE = 100;
/** The number of members that most items have at most. */
const USUAL_MEMBERS = 16;
/** More than a list of the maximum number of records has. */
const MAX_CHARACTERS = 32 * 1_024 * 1_024;

type PlainObject = Record<string, unknown>;

/**
 * Returns a result as JSON text, like `JSON.stringify`. Results with many list items or members are serialized in
 * time slices, so that other requests get their turn.
 *
 * @throws AppError `validation_error` for a result that is too large
 */
export function jsonText(value: object): string | Promise<string> {
  return countItems(value) < MANY_ITEMS ? JSON.stringify(value) : writeInParts(value);
}

async function writeInParts(value: object): Promise<string> {
  const pause = createPause('write');
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length > MAX_CHARACTERS) throw tooLong();
    const turn = pause();
    if (turn) await turn;
  }
  return text;
}

function tooLong() {
  return fault(
    'response_too_large',
    `The response would have more than ${MAX_CHARACTERS} characters. Request fewer records or fields`,
    'query',
  );
}

/** Counts the list items, and more than one for items with many members, up to the threshold. */
function countItems(container: object): number {
  if (Array.isArray(container)) {
    let count = container.length;
    const [first] = container as unknown[];
    if (!holdsList(first)) return count * (1 + furtherMembers(first));
    for (let at = 0; at < container.length && count < MANY_ITEMS; at += 1) {
      if (typeof container[at] === 'object') count += countItems(container[at] as object);
    }
    return count;
  }
  let count = furtherMembers(container);
  for (const name in container) {
    const member = (container as PlainObject)[name];
    if (typeof member === 'object' && member !== null) count += countItems(member);
  }
  return count;
}

/**
 * Aliases can repeat a long text in each item, so members beyond the usual number count like items: 200 items with 50
 * texts of 2,000 characters are 20 MB.
 */
function furtherMembers(value: unknown): number {
  return isContainer(value) ? Math.max(0, Object.keys(value).length - USUAL_MEMBERS) : 0;
}

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* itemsOf(value);
  else if (isContainer(value)) yield* membersOf(value);
  else yield JSON.stringify(value) ?? 'null';
}

/** Only the first item is examined: all items of a list have the same shape. */
function* itemsOf(list: unknown[]): Generator<string> {
  const step = holdsList(list[0]) || furtherMembers(list[0]) > 0 ? 1 : ITEMS_AT_ONCE;
  yield '[';
  for (let at = 0; at < list.length; at += step) {
    if (at > 0) yield ',';
    if (step === 1) yield* partsOf(list[at]);
    else yield JSON.stringify(list.slice(at, at + step)).slice(1, -1);
  }
  yield ']';
}

function* membersOf(object: PlainObject): Generator<string> {
  let text = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (holdsList(value)) {
      yield text;
      yield* partsOf(value);
      // After the first member, a comma is needed.
      text = '';
    } else text += JSON.stringify(value);
  }
  yield `${text}}`;
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isContainer(value) && Object.values(value).some(holdsList);
}

/** Returns whether a value is an array or a plain object without a `toJSON` of its own. */
function isContainer(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return false;
  return Array.isArray(value) || !('toJSON' in value);
}
