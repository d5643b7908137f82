import { z } from 'zod';
import { type Problem, type Values, type Violation, violation } from '../../../problems.ts';
import { AppError, type Fault, faultAt } from '../errors.ts';
import { MAX_FAULTS } from '../limits.ts';

/** The maximum length of a path in a response; unknown field names can have any length. */
const MAX_PATH = 200;

/** The noun for input names in messages. */
type InputNoun = 'field' | 'query parameter';

/**
 * Returns `input` parsed by `schema`.
 *
 * @throws AppError `validation_error` with the faults: unknown fields, then the others in the order of the
 * schema's fields
 */
export function valid<S extends z.ZodType>(
  schema: S,
  input: unknown,
  noun: InputNoun = 'field',
): z.output<S> {
  const result = schema.safeParse(input, { error: wordingOf });
  if (result.success) return result.data;
  throw new AppError(...faultsOf(result.error, input, noun));
}

/** Returns the faults that `valid` would throw; none for a valid input. */
export function faultsIn(schema: z.ZodType, input: unknown): Fault[] {
  const { error } = schema.safeParse(input, { error: wordingOf });
  return error ? faultsOf(error, input, 'field') : [];
}

/** Returns our message for an issue whose rule has no message; undefined for the library's message. */
function wordingOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = Object.keys((issue.inst as z.ZodObject).shape);
      return names.length > 0 ? `Supported: ${names.join(', ')}` : 'None are supported here';
    }
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return TYPES[issue.expected] && `must be ${TYPES[issue.expected]}`;
    case 'too_big':
      return `${MUST[sizeOf(issue)]} at most ${issue.maximum}${ITEMS[sizeOf(issue)]}`;
    case 'too_small':
      if (issue.inclusive === false) return `must be greater than ${issue.minimum}`;
      if (sizeOf(issue) === 'text' && Number(issue.minimum) === 1) return 'must not be empty';
      return `${MUST[sizeOf(issue)]} at least ${issue.minimum}${ITEMS[sizeOf(issue)]}`;
    default:
      return undefined;
  }
}

/** The words for the values of each type of the library. */
const TYPES: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function faultsOf(error: z.ZodError, input: unknown, noun: InputNoun): [Fault, ...Fault[]] {
  const firstPerField = new Map<string | null, Fault>();
  for (const fault of allFaultsOf(error, input, noun)) {
    if (!firstPerField.has(fault.field)) firstPerField.set(fault.field, fault);
    if (firstPerField.size === MAX_FAULTS) break;
  }
  return [...firstPerField.values()] as [Fault, ...Fault[]];
}

/** Yields unknown fields first: a misspelt one explains the one that is missing. */
function* allFaultsOf({ issues }: z.ZodError, input: unknown, noun: InputNoun): Generator<Fault> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) yield unknownAt([...issue.path, key], noun, issue.message);
  }
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield faultIn(issue.path, violationOf(issue, input, noun));
  }
}

const UNKNOWN = { field: 'unknown_field', 'query parameter': 'unknown_parameter' } as const;

function unknownAt(path: PropertyKey[], noun: InputNoun, supported: string): Fault {
  const field = pathOf(path);
  const message = `Unknown ${noun} '${field}'. ${supported}`;
  return { code: 'validation_error', message, field, problem: UNKNOWN[noun], values: null };
}

function faultIn(path: PropertyKey[], found: Violation): Fault {
  const field = pathOf(path);
  if (field !== null) return faultAt(field, found);
  const { problem, values, wording: message } = found;
  return { code: 'validation_error', message, field, problem, values };
}

/** Converts `['products', 1, 'quantity']` to `products[1].quantity`, and the whole input to null. */
export function pathOf(path: PropertyKey[]): string | null {
  // A member can have the empty name.
  if (path.length === 0) return null;
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const text = parts.join('').replace(/^\./, '');
  return text.length > MAX_PATH ? `${text.slice(0, MAX_PATH)}…` : text;
}

/** Returns the violation of an issue: the one that its rule declares, else the one that its code implies. */
function violationOf(issue: z.core.$ZodIssue, input: unknown, noun: InputNoun): Violation {
  if (issue.code === 'invalid_type' && issue.expected === 'object' && issue.path.length === 0) {
    return violation('not_an_object', 'The input must be an object');
  }
  const given = valueAt(input, issue.path);
  const isMissing = issue.code !== 'custom' && given == null;
  if (isMissing && issue.path.length > 0)
    return violation('required', given === null ? 'must not be null' : 'is required');
  if (noun === 'query parameter' && Array.isArray(given)) {
    return violation('repeated_parameter', 'must be given once');
  }
  return { ...problemOf(issue), wording: issue.message };
}

interface FoundIssue {
  problem: Problem;
  values: Values | null;
}

function problemOf(issue: z.core.$ZodIssue): FoundIssue {
  switch (issue.code) {
    case 'custom': {
      const { problem, values } = (issue.params as Violation | undefined) ?? UNNAMED;
      return { problem, values };
    }
    case 'invalid_type':
      if (issue.expected === 'int') return { problem: 'not_an_integer', values: null };
      return { problem: 'wrong_type', values: { expected: issue.expected } };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return { problem: EXCEEDED[sizeOf(issue)], values: { max: Number(issue.maximum) } };
    case 'invalid_value':
      return { problem: 'not_one_of', values: { allowed: issue.values.map(String) } };
    case 'invalid_format':
      return { problem: FORMATS[issue.format] ?? 'invalid_format', values: null };
    default:
      return UNNAMED;
  }
}

const UNNAMED: FoundIssue = { problem: 'invalid_value', values: null };

type Size = 'text' | 'list' | 'number';

const MUST: Record<Size, string> = { text: 'must have', list: 'must have', number: 'must be' };
const ITEMS: Record<Size, string> = { text: ' characters', list: ' items', number: '' };

const EXCEEDED = { text: 'too_long', list: 'too_many', number: 'too_large' } as const;
const FORMATS: Partial<Record<string, Problem>> = { date: 'invalid_date', datetime: 'invalid_time' };

function sizeOf({ origin }: { origin: string }): Size {
  return origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number';
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): FoundIssue {
  const min = Number(issue.minimum);
  const size = sizeOf(issue);
  if (size === 'list') return { problem: 'too_few', values: { min } };
  if (size === 'number') {
    return issue.inclusive
      ? { problem: 'too_small', values: { min } }
      : { problem: 'not_above', values: { limit: min } };
  }
  return min === 1 ? { problem: 'empty', values: null } : { problem: 'too_short', values: { min } };
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], input);
}
