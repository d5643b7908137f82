import { z } from 'zod';
import { AppError, type Fault, faultAt } from './errors.ts';

/** The maximum number of errors in one response. */
export const MAX_FAULTS = 20;
/** The maximum length of a path in a response; unknown field names can have any length. */
const MAX_PATH = 200;

/** The noun for input names in messages. */
type InputNoun = 'field' | 'query parameter';

/**
 * Returns `input` parsed by `schema`.
 *
 * @throws AppError `validation_error` with the first faults, in the order of the schema's fields
 */
export function valid<S extends z.ZodType>(
  schema: S,
  input: unknown,
  noun: InputNoun = 'field',
): z.output<S> {
  const result = schema.safeParse(input, { error: supportedBy });
  if (result.success) return result.data;
  throw new AppError(...faultsOf(result.error, input, noun));
}

/** Returns the message for an unknown name, which lists the supported ones. */
function supportedBy({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'unrecognized_keys') return undefined;
  const names = Object.keys((inst as z.ZodObject).shape);
  return names.length > 0 ? `Supported: ${names.join(', ')}` : 'None are supported here';
}

function faultsOf(error: z.ZodError, input: unknown, noun: InputNoun): [Fault, ...Fault[]] {
  const firstPerField = new Map<string | null, Fault>();
  for (const fault of allFaultsOf(error, input, noun)) {
    if (!firstPerField.has(fault.field)) firstPerField.set(fault.field, fault);
    if (firstPerField.size === MAX_FAULTS) break;
  }
  return [...firstPerField.values()] as [Fault, ...Fault[]];
}

function* allFaultsOf(error: z.ZodError, input: unknown, noun: InputNoun): Generator<Fault> {
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') yield faultIn(issue.path, messageOf(issue, input));
    else for (const key of issue.keys) yield unknownAt([...issue.path, key], noun, issue.message);
  }
}

function unknownAt(path: PropertyKey[], noun: InputNoun, supported: string): Fault {
  const field = pathOf(path);
  return { code: 'validation_error', message: `Unknown ${noun} '${field}'. ${supported}`, field };
}

function faultIn(path: PropertyKey[], problem: string): Fault {
  const field = pathOf(path);
  return field === null ? { code: 'validation_error', message: problem, field } : faultAt(field, problem);
}

/** Converts `['products', 1, 'quantity']` to `products[1].quantity`, and the whole input to null. */
export function pathOf(path: PropertyKey[]): string | null {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const text = parts.join('').replace(/^\./, '');
  return (text.length > MAX_PATH ? `${text.slice(0, MAX_PATH)}…` : text) || null;
}

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'invalid_type' && issue.expected === 'object' && issue.path.length === 0) {
    return 'The input must be an object';
  }
  const isMissing = issue.code === 'invalid_type' && valueAt(input, issue.path) == null;
  if (isMissing && issue.path.length > 0) return 'is required';
  return issue.message;
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], input);
}
