import { expect } from 'vitest';
import { type Problem, PROBLEMS, type ValueType } from '../../../src/problems.ts';

const CODES = new Set<unknown>(Object.values(PROBLEMS).map(({ code }) => code));
const MAX_DEPTH = 6;

const TYPES: Record<ValueType, (value: unknown) => boolean> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  field: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  time: (value) => !Number.isNaN(Date.parse(String(value))),
};

/**
 * Expects every error in a response to have a problem of its code, with exactly the values of that problem.
 */
export function expectProblems(body: unknown): void {
  const { status, errors } = (body ?? {}) as { status?: unknown; errors?: unknown };
  // The data of GraphQL has the members that were selected.
  const all = status === undefined ? errors : body;
  for (const error of errorsIn(all, MAX_DEPTH)) expectProblem(error);
}

/** Expects an error to have a problem of its code, with exactly its values. */
export function expectProblem(error: Readonly<Record<string, unknown>>): void {
  const known = PROBLEMS[error.problem as Problem];
  if (known === undefined) throw new Error(`no problem: ${JSON.stringify(error)}`);
  const types: Record<string, ValueType> = 'values' in known ? known.values : {};
  const names = Object.keys(types);
  expect({ ...error, code: known.code }).toEqual(error);
  if (names.length === 0) return expect(error).toMatchObject({ values: null });
  const given = error.values as Record<string, unknown> | null;
  const mayLack = 'mayLackValues' in known;
  const values = mayLack ? (given ?? {}) : given!;
  const all = Object.keys(mayLack ? { ...types, ...values } : values);
  expect(all.toSorted()).toEqual(names.toSorted());
  const wrong = Object.keys(values).filter((name) => !TYPES[types[name]!](values[name]));
  expect({ error, wrong }).toEqual({ error, wrong: [] });
}

/** The members that are errors, or lists of them. */
const MEMBERS = new Set(['error', 'details', 'extensions']);

/**
 * Yields the errors of REST and their details, those of refused rows, and the extensions of errors of
 * GraphQL.
 */
function* errorsIn(value: unknown, depth: number, isError = false): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  if (isError && 'code' in value && CODES.has(value.code)) yield value;
  const isList = Array.isArray(value);
  for (const [name, each] of Object.entries(value))
    yield* errorsIn(each, depth - 1, isList ? isError : MEMBERS.has(name));
}
