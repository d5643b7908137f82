import { GraphQLError } from 'graphql';
import { count } from './bounds.ts';
import type { Complete, Execution } from './execution.ts';
import type { Path } from './path.ts';
import { ignoreRejections, fill, isPromise, type Slot, lateError } from './slot.ts';

/** Compiles the completion of lists with items of `slot`; `where` names their field in errors. */
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
      count(execution, 'values', 1);
      const item = fill(slot, next.value, { prev, key: items.length, typename: undefined }, execution);
      items.push(item);
      hasPromise ||= isPromise(item);
    }
  } catch (error) {
    ignoreRejections(items);
    // Promises after the failed item may reject too.
    try {
      for (let next = iterator.next(); !next.done; next = iterator.next()) ignoreRejections([next.value]);
    } catch {
      // The iterator failed, so there are no further items.
    }
    throw error;
  }
  return hasPromise ? Promise.all(items) : items;
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
      if (execution.isOver) throw lateError(next.value);
      count(execution, 'values', 1);
      const item = fill(slot, next.value, { prev, key: items.length, typename: undefined }, execution);
      // It may reject while the next item is awaited.
      ignoreRejections([item]);
      items.push(item);
    }
  } catch (error) {
    ignoreRejections([iterator.return?.()]);
    throw error;
  }
  return items.some(isPromise) ? Promise.all(items) : items;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';
}

/** Strings do not count, although JavaScript can iterate over them. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && typeof (value as Iterable<unknown>)[Symbol.iterator] === 'function';
}
