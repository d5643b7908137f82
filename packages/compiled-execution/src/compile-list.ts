import { GraphQLError } from 'graphql';
import type { Complete, Execution } from './execution.ts';
import type { Path } from './path.ts';
import { abandon, fill, isPromise, type Slot, tooLate } from './slot.ts';

/** Compiles how lists whose items are `slot` are shown; `where` is their field, for errors. */
export function compileList(slot: Slot, where: string): Complete {
  return (value, path, execution) => {
    if (isAsyncIterable(value)) return completeAsyncItems(slot, value, path, execution);
    if (isIterable(value)) return completeItems(slot, value, path, execution);
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${where}".`);
  };
}

function completeItems(
  slot: Slot,
  list: Iterable<unknown>,
  prev: Path | undefined,
  execution: Execution,
): unknown {
  const items: unknown[] = [];
  const iterator = list[Symbol.iterator]();
  let hasPromise = false;
  try {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      const item = fill(slot, next.value, { prev, key: items.length, typename: undefined }, execution);
      items.push(item);
      hasPromise ||= isPromise(item);
    }
  } catch (error) {
    abandon(items);
    abandonRest(iterator);
    throw error;
  }
  return hasPromise ? Promise.all(items) : items;
}

/** Promises that the list held after the item that failed may reject too. */
function abandonRest(iterator: Iterator<unknown>): void {
  try {
    for (let next = iterator.next(); !next.done; next = iterator.next()) abandon([next.value]);
  } catch {
    // It has nothing more.
  }
}

async function completeAsyncItems(
  slot: Slot,
  list: AsyncIterable<unknown>,
  prev: Path | undefined,
  execution: Execution,
): Promise<unknown[]> {
  const items: unknown[] = [];
  const iterator = list[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (execution.isOver) throw tooLate(next.value);
      const item = fill(slot, next.value, { prev, key: items.length, typename: undefined }, execution);
      // It may reject while the next one is awaited.
      abandon([item]);
      items.push(item);
    }
  } catch (error) {
    abandon([iterator.return?.()]);
    throw error;
  }
  return items.some(isPromise) ? Promise.all(items) : items;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';
}

/** A string is none, though JavaScript would iterate over its characters. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && typeof (value as Iterable<unknown>)[Symbol.iterator] === 'function';
}
