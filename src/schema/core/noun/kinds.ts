import { z } from 'zod';
import { BEYOND, type Kind, OUT } from './fields.ts';
import { idInput } from './record-id.ts';
import { calendarDate, recordId, text } from './rules.ts';

/** The kinds of values, each with its conversions. */

export const ID = {
  type: 'ID',
  sql: 'bigint',
  rule: idInput,
  restRule: recordId,
  shown: recordId,
  toGraphQL: (id: number) => String(id),
  toRest: (id: string) => Number(id),
} satisfies Kind<typeof idInput, string>;

const anyText = text();

export const TEXT = {
  type: 'String',
  sql: 'text',
  rule: anyText,
  shown: z.string(),
} satisfies Kind as Kind<typeof anyText, string>;

/** A text that identifies something, such as a GTIN. It can consist of digits, with leading zeros. */
export const IDENTIFIER = { ...TEXT, isIdentifier: true } satisfies Kind as typeof TEXT;

const anyTexts = z.array(anyText);

/** A list of texts. */
export const TEXTS = {
  type: 'String',
  isArray: true,
  sql: 'text[]',
  rule: anyTexts,
  shown: z.array(z.string()),
} satisfies Kind as Kind<typeof anyTexts, string[]>;

const anyInteger = z.int('must be an integer');

export const INTEGER = {
  type: 'Int',
  sql: 'int',
  rule: anyInteger,
  shown: anyInteger,
} satisfies Kind as Kind<typeof anyInteger, number>;

const anyNumber = z.number('must be a number');

/** An exact decimal, such as an amount of money. */
export const DECIMAL = {
  type: 'Decimal',
  sql: 'numeric',
  rule: anyNumber,
  shown: z.number(),
  // A JSON number would become a binary floating-point number.
  toSql: (value: number) => String(value),
  toJson: (column: string) => `trim_scale(${column})`,
} satisfies Kind as Kind<typeof anyNumber, number>;

export const DATE = {
  type: 'Date',
  sql: 'date',
  rule: calendarDate,
  shown: z.iso.date(),
} satisfies Kind as Kind<typeof calendarDate, string>;

export const BOOLEAN = {
  type: 'Boolean',
  sql: 'boolean',
  rule: z.boolean('must be true or false'),
  shown: z.boolean(),
} satisfies Kind;

const moment = z.iso.datetime();

export const TIME = {
  type: 'DateTime',
  sql: 'timestamptz',
  rule: moment,
  shown: moment,
  toJson: (column: string) => `iso_utc(${column})`,
} satisfies Kind as Kind<typeof moment, string>;

const anyValues = z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string())]));

/** The values of a problem. */
export const VALUES = {
  type: 'JSON',
  sql: 'jsonb',
  rule: anyValues,
  shown: anyValues,
} satisfies Kind as Kind<typeof anyValues>;

/** The common properties of fields that are null at first, and that only REST's full view shows. */
export const MOMENT_IN_FULL = {
  kind: TIME,
  in: OUT,
  restIn: ['full'],
  isOptional: true,
  example: null,
} as const;

/** The common properties of fields that name who did something. */
export const BY_WHOM = {
  kind: TEXT,
  in: OUT,
  restIn: [],
  isOptional: true,
  note: 'It is the name that the person or the API key had; null where it was not recorded.',
} as const;

/** The common properties of optional fields that only REST's full view shows. */
export const MASTER_DATA = { restIn: BEYOND, isOptional: true, isClearable: true } as const;

/** Returns the kind of an enum: in lower case in the database and REST, in upper case in GraphQL. */
export function enumOf<Name extends string>(type: string, description: string, texts: Record<Name, string>) {
  const names = Object.keys(texts) as Name[];
  const rule = z.enum(names, `must be one of ${names.join(', ')}`);
  return {
    type,
    sql: 'text',
    rule,
    shown: rule,
    values: names,
    enum: { description, texts },
    toGraphQL: (value: Name) => value.toUpperCase() as Uppercase<Name>,
    toRest: (value: Uppercase<Name>) => value.toLowerCase(),
  } satisfies Kind<z.ZodType, Uppercase<Name>>;
}
