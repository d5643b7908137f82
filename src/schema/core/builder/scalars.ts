import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { Prisma } from '../../../generated/prisma/client.ts';
import { digitsFault } from '../noun/exact-number.ts';

declare global {
  interface JSON {
    /** Returns a value that JSON.stringify writes as `text`, digit for digit. */
    rawJSON(text: string): unknown;
    /** Returns whether `rawJSON` created the value. */
    isRawJSON(value: unknown): boolean;
  }
}

/** Dates and times are validated where they are used, so that the error names the field. */
export const CalendarDate = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A calendar date in the form YYYY-MM-DD.',
  serialize: (value) => (value as Date).toISOString().slice(0, 10),
  parseValue: scalarText,
  parseLiteral: (node) => scalarText(literal(node)),
});

export const Timestamp = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'A point in time in ISO 8601, in UTC with milliseconds.',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: scalarText,
  parseLiteral: (node) => scalarText(literal(node)),
});

/** Serialized as a JSON number with all its digits, never via a binary floating-point number. */
export const Decimal = new GraphQLScalarType<number, unknown>({
  name: 'Decimal',
  description:
    'An exact decimal number, such as an amount in the currency of the account, a weight in kilograms, a quantity or a rate.',
  serialize: (value) => JSON.rawJSON(typeof value === 'string' ? value : (value as Prisma.Decimal).toFixed()),
  parseValue: toNumber,
  parseLiteral: (node) => {
    const wording = node.kind === Kind.FLOAT || node.kind === Kind.INT ? digitsFault(node.value) : undefined;
    if (wording !== undefined) throw new TypeError(wording);
    return toNumber(literal(node));
  },
});

function literal(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return Number(node.value);
  return node.kind === Kind.STRING ? node.value : undefined;
}

function scalarText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('must be a string');
  return value;
}

function toNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('must be a number');
  return value;
}
