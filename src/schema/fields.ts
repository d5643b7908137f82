import { z } from 'zod';
import { figure } from './rules.ts';

/** A field that users fill in, described once: inputs, statements, REST, the reference and events are made of it. */
export interface Field {
  rule: z.ZodType;
  /** As GraphQL carries it. */
  type: 'String' | 'Decimal';
  /** What it is, in lower case: `the name`. */
  is: string;
  /** What its values are limited to (default: the rule's length). */
  limits?: string;
  /** What the description of the record adds, or of a change of it. */
  note?: string;
  changeNote?: string;
  /** Whether records can be without it. */
  isOptional?: true;
  /** Of the record that the reference shows. */
  example: string | number | null;
}

/** The fields of a noun, by GraphQL's names. The names of columns, and of REST, are the same in snake case. */
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

/** What the descriptions of a record say of a field. */
export function describedAs({ is, note }: Field): string {
  return sentence([is], note);
}

/** What the descriptions of an input say of a field. */
export function describedIn(
  kind: 'create' | 'change',
  { rule, is, limits = lengthOf(rule), changeNote }: Field,
): string {
  if (kind === 'create') return sentence([is, limits]);
  return sentence([is.replace(/^the /, 'the new '), limits], changeNote);
}

/** Returns an object with the same names, each value made of its field. */
export function mapped<Value>(fields: Fields, make: (field: Field, name: string) => Value) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));
}

/** `contactEmail` → `contact_email`. */
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
