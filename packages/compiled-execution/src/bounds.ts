import { getOperationAST, type GraphQLFieldResolver, Kind, type SelectionSetNode } from 'graphql';
import type { Execution } from './execution.ts';
import type { Bounds, Operation } from './operation.ts';
import { lateError } from './slot.ts';

/** Thrown by the executor for an operation whose result exceeds one of its bounds. */
export class ResultTooLarge extends Error {
  readonly bound: keyof Bounds;

  constructor(bound: keyof Bounds) {
    super(`the result has too many ${bound}`);
    this.bound = bound;
  }
}

/** Returns the bounds of a result before anything is read. */
export function allOf({ objects, values = Infinity, characters = Infinity }: Bounds): Required<Bounds> {
  // The outermost object counts as one.
  return { objects: objects === undefined ? Infinity : objects + 1, values, characters };
}

/**
 * Counts objects, values or characters before they are read.
 *
 * @throws when they exceed the bound, which also ends the execution
 */
export function count(execution: Execution, bound: keyof Bounds, number: number): void {
  if (bound === 'values') execution.turns.count(number);
  execution.left[bound] -= number;
  if (execution.left[bound] >= 0) return;
  if (!execution.isOver) execution.stop(new ResultTooLarge(bound));
  throw lateError(undefined);
}

/** Counts the characters of the value of a scalar or enum. */
export function countText(execution: Execution, value: unknown): void {
  if (typeof value === 'string') count(execution, 'characters', value.length);
  else if (isContainer(value) && execution.left.characters < Infinity)
    count(execution, 'characters', JSON.stringify(value).length);
}

/** The root value of an operation that graphql-js executes; it counts the values of fields. */
export class ValueCounter {
  #left: number;
  readonly #stop: (reason: Error) => void;

  constructor(values: number, stop: (reason: Error) => void) {
    this.#left = values;
    this.#stop = stop;
  }

  count(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    const error = new ResultTooLarge('values');
    this.#stop(error);
    throw error;
  }
}

/**
 * Returns a resolver that counts its value before it runs: graphql-js takes seconds for half a million
 * values, and a count of the result would come after that.
 */
export function counting<Context>(
  resolve: GraphQLFieldResolver<unknown, Context, object>,
): GraphQLFieldResolver<unknown, Context, object> {
  return (parent, args, context, info) => {
    // guard: counted-root-value
    if (info.rootValue instanceof ValueCounter) info.rootValue.count();
    return resolve(parent, args, context, info);
  };
}

/**
 * Checks the size of a result of graphql-js, without the fields of introspection.
 *
 * @throws ResultTooLarge
 */
export function requireBounds(data: unknown, operation: Operation): void {
  if (!operation.bounds || !isContainer(data)) return;
  const left = allOf(operation.bounds);
  const take = (bound: keyof Bounds, number: number): void => {
    left[bound] -= number;
    if (left[bound] < 0) throw new ResultTooLarge(bound);
  };
  const add = (value: unknown): void => {
    if (typeof value === 'string') take('characters', value.length);
    if (!isContainer(value)) return;
    if (!Array.isArray(value)) take('objects', 1);
    for (const [name, each] of Object.entries(value)) {
      take('values', 1);
      if (!Array.isArray(value)) take('characters', name.length);
      add(each);
    }
  };
  const introspection = introspectionKeys(operation);
  const counted = /* guard: introspection */ Object.entries(data).filter(([key]) => !introspection.has(key));
  add(Object.fromEntries(counted));
}

/** Returns whether a value has members. The value of a scalar can be an object, too. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value) && !('toJSON' in value);
}

/** Returns the response names of the fields of introspection. */
function introspectionKeys({ document, operationName }: Operation): Set<string> {
  const keys = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value.startsWith('__')) keys.add((selection.alias ?? selection.name).value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else collect(fragments.get(selection.name.value)!);
    }
  };
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  collect(getOperationAST(document, operationName)!.selectionSet);
  return keys;
}
