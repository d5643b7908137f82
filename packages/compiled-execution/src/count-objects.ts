import { getOperationAST, Kind, type SelectionSetNode } from 'graphql';
import type { Execution } from './execution.ts';
import type { Operation } from './operation.ts';
import { lateError } from './slot.ts';

/** Thrown by the executor for an operation whose result has more objects than it may. */
export class TooManyObjects extends Error {
  constructor() {
    super('the result has too many objects');
  }
}

/**
 * Counts an object of the result, before its fields are read.
 *
 * @throws when there are too many, which also ends the execution
 */
export function countObject(execution: Execution): void {
  execution.objectsLeft -= 1;
  if (execution.objectsLeft >= 0) return;
  if (!execution.isOver) execution.stop(new TooManyObjects());
  throw lateError(undefined);
}

/**
 * Returns whether a result of graphql-js has more objects than its operation allows, without the outermost one and those
 * that describe the schema.
 */
export function hasTooManyObjects(data: unknown, operation: Operation): boolean {
  let left = operation.maxObjects ?? Infinity;
  if (left === Infinity || !isContainer(data)) return false;
  const count = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(count);
    if (!isContainer(value)) return false;
    left -= 1;
    return left < 0 || Object.values(value).some(count);
  };
  const introspection = introspectionKeys(operation);
  return Object.entries(data).some(([key, value]) => !introspection.has(key) && count(value));
}

/** Returns whether a value has members; the value of a scalar can be an object too. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value) && !('toJSON' in value);
}

/** Returns the response names of the fields that describe the schema. */
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
