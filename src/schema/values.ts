import { z } from 'zod';
import type { Field } from './fields.ts';

/** The schemas of single fields in responses. */

/** An amount of money. */
export const amount = z.number();

export const date = z.iso.date();

/** A moment. */
export const time = z.iso.datetime();

/** The number of a product. */
export const sequentialId = z.string().regex(/^P-\d{4,}$/);

/** Returns the response schema of a field that users fill in. */
export function shapeOf({ rule, type, isOptional }: Field): z.ZodType {
  const { format } = rule.meta() ?? {};
  const shape = type === 'Decimal' ? z.number() : z.string();
  return (isOptional ? shape.nullable() : shape).meta({ ...(format !== undefined && { format }) });
}
