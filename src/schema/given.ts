import { z } from 'zod';

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], null | undefined> };

/**
 * Returns a schema for the input of an update: any subset of the fields, at least one. Null is the same as omitting a
 * field, so the output contains only changes.
 */
export function given<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape, z.core.$strict>) {
  const names = Object.keys(fields.shape).join(', ');
  return fields
    .transform((input) => {
      const entries = Object.entries(input).filter(([, value]) => value != null);
      return Object.fromEntries(entries) as Given<z.output<typeof fields>>;
    })
    .refine((input) => Object.keys(input).length > 0, `must change at least one of ${names}`);
}
