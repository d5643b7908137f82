import { z } from 'zod';
import { digitsFault } from '../schema/core/noun/exact-number.ts';

const NUMERIC_TEXT = /^-?\d{1,40}(\.\d{1,40})?$/;

/**
 * Returns the input of a tool as its schema expects it: models write numbers as text, and null for inputs
 * that they omit. Other wrong values stay, for the schema to refuse.
 */
export function loosenInput(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap() as z.ZodType;
    return value === null && !inner.safeParse(null).success ? undefined : loosenInput(inner, value);
  }
  if (schema instanceof z.ZodNullable) return loosenInput(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema;
    // Some rules look at the length of a list first.
    return loosenInput((first instanceof z.ZodTransform ? out : first) as z.ZodType, value);
  }
  if (schema instanceof z.ZodNumber && typeof value === 'string') {
    const text = value.trim();
    return NUMERIC_TEXT.test(text) && digitsFault(text) === undefined ? Number(text) : value;
  }
  if (schema instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true';
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => loosenInput(schema.element as z.ZodType, item));
  }
  if (schema instanceof z.ZodObject && isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => {
      const own = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
      return [name, own ? loosenInput(own, member) : member] as const;
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  }
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
