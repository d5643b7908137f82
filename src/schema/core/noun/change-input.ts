import { z } from 'zod';
import type { Fields } from './fields.ts';
import { finding } from './issues.ts';

/** The names of the fields that null clears. */
type Clearable<All extends Fields> = {
  [Name in keyof All]: All[Name] extends { absent: string }
    ? never
    : All[Name] extends { isClearable: true }
      ? Name
      : never;
}[keyof All];

type ChangedFields<T, Nullable> = {
  [Key in keyof T]?: Exclude<T[Key], undefined | (Key extends Nullable ? never : null)>;
};

const NO_FIELDS = {};

/**
 * Returns a schema for the input of an update: any subset of the fields, at least one. Null clears the fields
 * that `table` marks as clearable; the rules of the others refuse it.
 */
export function changeInput<Shape extends z.ZodRawShape, All extends Fields = typeof NO_FIELDS>(
  fields: z.ZodObject<Shape, z.core.$strict>,
  table: All = NO_FIELDS as All,
) {
  const names = Object.keys(fields.shape).join(', ');
  return fields
    .transform((input) => {
      const entries = Object.entries(input).flatMap(([name, value]) => {
        if (value != null) return [[name, value]];
        const { isClearable, absent = null } = table[name] ?? {};
        return value === null && isClearable ? [[name, absent]] : [];
      });
      return Object.fromEntries(entries) as ChangedFields<z.output<typeof fields>, Clearable<All>>;
    })
    .refine(
      (input) => Object.keys(input).length > 0,
      finding('no_change', `must change at least one of ${names}`),
    );
}
