import { z } from 'zod';
import { figure } from './rules.ts';

/** A field that users fill in. Inputs, statements, REST, the reference and events are derived from it. */
export interface Field {
  rule: z.ZodType;
  /** The GraphQL type. */
  type: 'String' | 'Decimal';
  /** Its description in lower case: `the name`. */
  is: string;
  /** The limits shown in descriptions (default: the rule's length). */
  limits?: string;
  /** An additional sentence in the description of the record. */
  note?: string;
  changeNote?: string;
  /** Whether the field can be null. */
  isOptional?: true;
  /** The value in the reference's example. */
  example: string | number | null;
}

/** The fields of a noun, by their GraphQL names. Columns and REST use the same names in snake case. */
export type Fields = Record<string, Field>;

type Optional<Rule extends z.ZodType> = z.ZodOptional<z.ZodNullable<Rule>>;

/** Returns the rules of a new record. */
export function rulesToCreate<All extends Fields>(fields: All) {
  return mapped(fields, ({ rule, isOptional }) => (isOptional ? rule.nullish() : rule)) as {
    [Name in keyof All]: All[Name] extends { isOptional: true }
      ? Optional<All[Name]['rule']>
      : All[Name]['rule'];
  };
}

/** Returns the rules of a change, in which each field can be left out. */
export function rulesToChange<All extends Fields>(fields: All) {
  return mapped(fields, ({ rule }) => rule.nullish()) as {
    [Name in keyof All]: Optional<All[Name]['rule']>;
  };
}

/** Returns the description of the field in a record. */
export function describedAs({ is, note }: Field): string {
  return sentence([is], note);
}

/** Returns the description of the field in an input. */
export function describedIn(
  kind: 'create' | 'change',
  { rule, is, limits = lengthOf(rule), changeNote }: Field,
): string {
  if (kind === 'create') return sentence([is, limits]);
  return sentence([is.replace(/^the /, 'the new '), limits], changeNote);
}

/** Returns an object with the same names and a value made from each field. */
export function mapped<Value>(fields: Fields, make: (field: Field, name: string) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));
}

/** Converts `contactEmail` to `contact_email`. */
export function snakeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function sentence(parts: (string | undefined)[], note?: string): string {
  const text = parts.filter((part) => part !== undefined).join(', ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.${note ? ` ${note}` : ''}`;
}

function lengthOf(rule: z.ZodType): string | undefined {
  const max = rule.meta()?.maxLength;
  return typeof max === 'number' ? `at most ${figure(max)} characters` : undefined;
}
