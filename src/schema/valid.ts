import { z } from 'zod';
import { AppError, type Fault } from './errors.ts';

/** An answer stays small however many fields are wrong. */
const MAX_FAULTS = 100;

/**
 * Parses `input` by `schema`.
 * @throws AppError `validation_error` with every fault, in the order of the schema's fields
 */
export function valid<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError(...faultsOf(result.error, input));
}

function faultsOf(error: z.ZodError, input: unknown): [Fault, ...Fault[]] {
  const faults = error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [faultAt(issue.path, messageOf(issue, input))];
    return issue.keys.map((key) => faultAt([...issue.path, key], 'is not a known field'));
  });
  return firstPerField(faults).slice(0, MAX_FAULTS) as [Fault, ...Fault[]];
}

function firstPerField(faults: Fault[]): Fault[] {
  return [...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values()].toReversed();
}

function faultAt(path: PropertyKey[], problem: string): Fault {
  const field = pathOf(path);
  return { code: 'validation_error', message: field ? `${field} ${problem}` : problem, field };
}

/** `['products', 1, 'quantity']` → `products[1].quantity`; the whole input → null. */
function pathOf(path: PropertyKey[]): string | null {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '') || null;
}

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'invalid_type' && issue.expected === 'object' && issue.path.length === 0) {
    return 'the input must be an object';
  }
  const isMissing = issue.code === 'invalid_type' && valueAt(input, issue.path) == null;
  if (isMissing && issue.path.length > 0) return 'is required';
  return issue.message;
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], input);
}
