import { z } from 'zod';
import type { Field } from './fields.ts';

/** The schemas of single fields in responses. */

export const amount = z.number().describe("In the account's currency, with at most two decimals");

export const date = z.iso.date();

export const time = z.iso.datetime().describe('ISO 8601 in UTC, with milliseconds');

/** The sequential number of a product. */
export const sequentialId = z
  .string()
  .regex(/^P-\d{4,}$/)
  .describe('Assigned by the service');

/** Returns the response schema of a field that users fill in. */
export function shapeOf({ rule, type, isOptional }: Field): z.ZodType {
  const { description, format } = rule.meta() ?? {};
  const shape = type === 'Decimal' ? z.number() : z.string();
  return (isOptional ? shape.nullable() : shape).meta({
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
  });
}
