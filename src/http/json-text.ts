import { createPause } from '../pause.ts';

/** Results with fewer list items are serialized in one step. */
const MANY_ITEMS = 1_000;
/** The number of items serialized in one step, if they contain no lists. */
const ITEMS_AT_ONCE = 100;

type Plain = Record<string, unknown>;

/**
 * Returns a result as JSON text, like `JSON.stringify`. Results with many list items are serialized in time slices, so
 * that other requests get their turn.
 */
export function jsonText(value: object): string | Promise<string> {
  return countItems(value) < MANY_ITEMS ? JSON.stringify(value) : writeInParts(value);
}

async function writeInParts(value: object): Promise<string> {
  const pause = createPause('write');
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    const turn = pause();
    if (turn) await turn;
  }
  return text;
}

/** Counts the list items, up to the threshold. */
function countItems(container: object): number {
  if (Array.isArray(container)) {
    let count = container.length;
    if (!holdsList(container[0])) return count;
    for (let at = 0; at < container.length && count < MANY_ITEMS; at += 1) {
      if (typeof container[at] === 'object') count += countItems(container[at] as object);
    }
    return count;
  }
  let count = 0;
  for (const name in container) {
    const member = (container as Plain)[name];
    if (typeof member === 'object' && member !== null) count += countItems(member);
  }
  return count;
}

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* itemsOf(value);
  else if (isContainer(value)) yield* membersOf(value);
  else yield JSON.stringify(value) ?? 'null';
}

/** Only the first item is examined: all items of a list have the same shape. */
function* itemsOf(list: unknown[]): Generator<string> {
  const step = holdsList(list[0]) ? 1 : ITEMS_AT_ONCE;
  yield '[';
  for (let at = 0; at < list.length; at += step) {
    if (at > 0) yield ',';
    if (step === 1) yield* partsOf(list[at]);
    else yield JSON.stringify(list.slice(at, at + step)).slice(1, -1);
  }
  yield ']';
}

function* membersOf(object: Plain): Generator<string> {
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
function isContainer(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return false;
  return Array.isArray(value) || !('toJSON' in value);
}
