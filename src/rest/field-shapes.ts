import type { z } from 'zod';
import { type Field, type Fields, mapped, snakeOf } from '../schema/fields.ts';
import { shapeOf } from '../schema/values.ts';

/** `contactEmail` → `contact_email`. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** The same values under REST's names. */
export type SnakeKeys<Values> = { [Name in keyof Values & string as Snake<Name>]: Values[Name] };

type Shown<Each extends Field> = Each['type'] extends 'Decimal' ? z.ZodNumber : z.ZodString;

/** Returns the response schemas of fields that users fill in. */
export function responseFields<All extends Fields>(fields: All) {
  return snakeKeys(mapped(fields, shapeOf)) as SnakeKeys<{
    [Name in keyof All & string]: All[Name] extends { isOptional: true }
      ? z.ZodNullable<Shown<All[Name]>>
      : Shown<All[Name]>;
  }>;
}

/** Returns the example record of the reference. */
export function exampleOf<All extends Fields>(fields: All) {
  return snakeKeys(mapped(fields, ({ example }) => example)) as SnakeKeys<{
    [Name in keyof All & string]: All[Name]['example'] extends number ? number : string;
  }>;
}

/**
 * Returns a function that copies these fields of a record under REST's names. The names are computed once, because
 * lists have many records.
 */
export function pickFields<All extends Fields>(fields: All) {
  const names = Object.keys(fields).map((name) => [name, snakeOf(name)] as const);
  return <Values extends Record<keyof All, unknown>>(record: Values) => {
    const taken: Record<string, unknown> = {};
    for (const [name, shownAs] of names) taken[shownAs] = record[name];
    return taken as SnakeKeys<Pick<Values, keyof All & string>>;
  };
}

/** Returns the same values under REST's names. */
export function snakeKeys<Values extends object>(values: Values): SnakeKeys<Values> {
  const renamed = Object.entries(values).map(([name, value]) => [snakeOf(name), value as unknown]);
  return Object.fromEntries(renamed) as SnakeKeys<Values>;
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** Returns the same values under GraphQL's names. */
export function camelKeys<Values extends object>(
  values: Values,
): { [Name in keyof Values & string as Camel<Name>]: Values[Name] } {
  const renamed = Object.entries(values).map(([name, value]) => [camelOf(name), value as unknown]);
  return Object.fromEntries(renamed) as ReturnType<typeof camelKeys<Values>>;
}

/** `contact_email` → `contactEmail`. */
export function camelOf(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
