import { type FieldNode, locatedError, responsePathAsArray } from 'graphql';
import type { Complete, Execution } from './execution.ts';
import type { Path } from './path.ts';

/** A kind of position in the result: a field of an object, or a list item. */
export interface Slot {
  complete: Complete;
  isNullable: boolean;
  nodes: readonly FieldNode[];
}

/**
 * Completes a resolved value for a position, once it is available.
 *
 * @throws GraphQLError where the position is non-null; a returned promise rejects likewise
 */
export function fill(slot: Slot, value: unknown, path: Path, execution: Execution): unknown {
  try {
    if (isPromiseLike(value)) return fillLater(slot, value, path, execution);
    const completed = slot.complete(value, path, execution);
    if (!isPromise(completed)) return completed;
    return completed.then(undefined, (error) => nullWithError(slot, error, path, execution));
  } catch (error) {
    return nullWithError(slot, error, path, execution);
  }
}

async function fillLater(slot: Slot, value: PromiseLike<unknown>, path: Path, execution: Execution) {
  try {
    const settled = await value;
    execution.turns.count(1);
    // Records that were loaded together arrive at once: the others may have used up this turn and the next.
    for (let turn = execution.turns.pause(); turn; turn = execution.turns.pause()) await turn;
    if (execution.isOver) throw lateError(settled);
    const completed = slot.complete(settled, path, execution);
    // Awaiting an available value would change the order of errors.
    return isPromise(completed) ? await completed : completed;
  } catch (error) {
    return nullWithError(slot, error, path, execution);
  }
}

/**
 * Records the error of a position and returns null for it.
 *
 * @throws GraphQLError where it is non-null
 */
export function nullWithError(slot: Slot, thrown: unknown, path: Path, { errors, isOver }: Execution): null {
  // A result that was too large can leave thousands of fields behind. Their errors would be sent to nobody,
  // and each takes a stack.
  if (isOver && slot.isNullable) return null;
  if (isOver) throw thrown;
  const error = locatedError(thrown, slot.nodes, responsePathAsArray(path));
  if (!slot.isNullable) throw error;
  errors.add(error, path);
  return null;
}

const OVER = new Error('the execution is over');

/** Ignores a value that arrived after the result was complete. The returned error is never sent. */
export function lateError(value: unknown): Error {
  ignoreRejections([value]);
  return OVER;
}

/**
 * Marks promises among `values`, and in nested lists, as handled, because nobody awaits them yet. Other
 * thenables are ignored, because they may start their work anew for each `then`.
 */
export function ignoreRejections(values: Iterable<unknown>): void {
  for (const value of values) {
    if (isPromise(value)) value.catch(() => {});
    else if (Array.isArray(value)) ignoreRejections(value);
  }
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function';
}
