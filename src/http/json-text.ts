import { createPause } from '../pause.ts';

/** A result with fewer list items is written in one step. */
const MANY_ITEMS = 1_000;
/** So many items of a list are written in one step if there are no lists within them. */
const ITEMS_AT_ONCE = 100;

type Plain = Record<string, unknown>;

/**
 * Writes a result as `JSON.stringify` does. One with many list items is written in slices of time, between
 * which others get their turn.
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

/** How many list items there are; no further than to many. */
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

/** The first item tells what the others are like: in a result they were made alike. */
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
      // Not empty any more: a comma belongs before the next member.
      text = '';
    } else text += JSON.stringify(value);
  }
  yield `${text}}`;
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isContainer(value) && Object.values(value).some(holdsList);
}

/** Whether a value is an array or an object that has no way of its own to be written. */
function isContainer(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return false;
  return Array.isArray(value) || !('toJSON' in value);
}
