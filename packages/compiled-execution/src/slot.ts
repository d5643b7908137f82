import { type FieldNode, locatedError, responsePathAsArray } from 'graphql';
import type { Complete, Execution } from './execution.ts';
import type { Path } from './path.ts';

/** A kind of place in the result: a field of objects, or an item of lists. */
export interface Slot {
  complete: Complete;
  isNullable: boolean;
  nodes: readonly FieldNode[];
}

/**
 * Completes what was resolved for a place, once it is there.
 * @throws GraphQLError where the place may not be null; the promise that is returned rejects likewise
 */
export function fill(slot: Slot, value: unknown, path: Path, execution: Execution): unknown {
  try {
    if (isPromiseLike(value)) return fillLater(slot, value, path, execution);
    const completed = slot.complete(value, path, execution);
    if (!isPromise(completed)) return completed;
    return completed.then(undefined, (error) => leaveEmpty(slot, error, path, execution));
  } catch (error) {
    return leaveEmpty(slot, error, path, execution);
  }
}

async function fillLater(slot: Slot, value: PromiseLike<unknown>, path: Path, execution: Execution) {
  try {
    const settled = await value;
    if (execution.isOver) throw tooLate(settled);
    const completed = slot.complete(settled, path, execution);
    // An await for what is there already would change the order of errors.
    return isPromise(completed) ? await completed : completed;
  } catch (error) {
    return leaveEmpty(slot, error, path, execution);
  }
}

/** Collects the error of a place and returns its null. @throws GraphQLError where it may not be null */
export function leaveEmpty(slot: Slot, thrown: unknown, path: Path, { errors }: Execution): null {
  const error = locatedError(thrown, slot.nodes, responsePathAsArray(path));
  if (!slot.isNullable) throw error;
  errors.add(error, path);
  return null;
}

/** Gives up a value that arrived when the result was made: nothing is shown of the error that is returned. */
export function tooLate(value: unknown): Error {
  abandon([value]);
  return new Error('the execution is over');
}

/**
 * Marks promises among `values`, and in lists among them, as handled: nobody waits for them, or not yet. Other thenables
 * are left alone, because they may begin their work anew for each who asks.
 */
export function abandon(values: Iterable<unknown>): void {
  for (const value of values) {
    if (isPromise(value)) value.catch(() => {});
    else if (Array.isArray(value)) abandon(value);
  }
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}
