import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { violation } from '../../../problems.ts';
import {
  MAX_FILTER_VALUES,
  MAX_LONG_TEXT,
  MAX_PER_PAGE,
  MAX_PRICE,
  MAX_QUANTITY,
  MAX_TEXT,
  MAX_WEIGHT_KG,
} from '../limits.ts';
import { SOME_TEXT, textPatterns } from './text-patterns.ts';
import { inputs } from './inputs.ts';
import { finding, issueOf } from './issues.ts';
import { identifier, isStorable, isVisible, multiLine, singleLine, type TextForm } from './texts.ts';

/** The rules of single fields, defined only here: every interface, the page and the descriptions use them. */

export const FIRST_DATE = '1900-01-01';
export const LAST_DATE = '2100-12-31';

const EMPTY = { ...finding('empty', 'must not be empty'), abort: true };

/** Returns a number as descriptions write it: 1,000,000. */
export function figure(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 });
}

/** Returns a schema for a text of one line, such as a name, at most `max` characters in its form. */
export function text(max = MAX_TEXT) {
  return someText(singleLine, max);
}

/** Returns a schema for a text that identifies something, such as a lot. */
export function identifierText(max = MAX_TEXT) {
  return someText(identifier, max);
}

/** Returns a schema for a text that can have several lines, such as an address. */
export function multiLineText(max = MAX_TEXT) {
  return someText(multiLine, max).register(inputs, { as: 'lines' });
}

/** A rule for notes and similar texts, which may be empty. */
export const longText = storableText()
  .refine((value) => value === '' || isVisible(value), EMPTY)
  .overwrite((value) => multiLine(value, MAX_LONG_TEXT))
  .refine(...shorterThan(MAX_LONG_TEXT))
  .meta({ maxLength: MAX_LONG_TEXT })
  .register(inputs, { as: 'lines' });

function someText(form: TextForm, max: number) {
  return storableText()
    .min(1, EMPTY)
    .refine(isVisible, EMPTY)
    .overwrite((value) => form(value, max))
    .refine(...shorterThan(max))
    .meta({ maxLength: max })
    .register(textPatterns, { pattern: SOME_TEXT });
}

/** Returns a schema for a text with a syntax of its own, such as a time. */
export function codeText() {
  return storableText().overwrite((value) => identifier(value, MAX_TEXT));
}

/** Returns a schema for a text that is compared with an exact value, such as the path of a request. */
export function exactText(max = MAX_TEXT) {
  return z
    .string('must be a string')
    .min(1, 'must not be empty')
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      finding('invalid_characters', 'must not contain NUL or lone surrogates'),
    )
    .refine(...shorterThan(max))
    .meta({ maxLength: max });
}

function storableText() {
  return z.string('must be a string').refine(isStorable, {
    ...finding('invalid_characters', 'must not contain control characters, noncharacters or lone surrogates'),
    abort: true,
  });
}

function shorterThan(max: number) {
  // Aborts, so that the other rules need not read overlong text.
  const options = { ...finding('too_long', `must be at most ${max} characters`, { max }), abort: true };
  return [(value: string) => !isLonger(value, max), options] as const;
}

function isLonger(value: string, max: number): boolean {
  // A character takes at most two UTF-16 code units.
  return value.length > max * 2 || (value.length > max && [...value].length > max);
}

/** Checks the length of a list before any of its items. */
export function lengthFirst<Item extends z.ZodType>(list: z.ZodArray<Item>, max: number, tooMany: string) {
  return z.preprocess(
    (value, { addIssue }) => {
      if (Array.isArray(value) && value.length > max)
        addIssue(issueOf(violation('too_many', tooMany, { max })));
      return value;
    },
    list.max(max, tooMany),
  );
}

/**
 * Returns a schema for a list of alternatives. An empty list is refused, because it could mean all or none.
 */
export function anyOf<Item extends z.ZodType>(item: Item, max = MAX_FILTER_VALUES) {
  const tooMany = `must have at most ${max} items`;
  const list = z.array(item).min(1, 'must have at least one item; leave it out for all');
  return lengthFirst(list, max, tooMany);
}

/** Returns whether a value is the number of a product that people know, such as P-0001. */
export function isSequentialId(value: unknown): value is string {
  return typeof value === 'string' && /^P-\d{1,15}$/i.test(value);
}

/** Returns the message for a number such as P-0001 instead of an id: how to find the id. */
export function notAnId(sequential: string): string {
  return `${sequential} is a sequential_id: find the id with GET /products?search=${sequential}`;
}

/** The id of a record, an integer that JSON parsers read exactly. */
export const recordId = z
  .int({
    error: ({ input }) =>
      isSequentialId(input) ? `must be a positive integer. ${notAnId(input)}` : 'must be a positive integer',
  })
  .min(1, 'must be a positive integer')
  .max(Number.MAX_SAFE_INTEGER, 'must be a positive integer')
  .meta({ format: 'int64' });

export const quantity = z
  .int(`must be an integer from 1 to ${MAX_QUANTITY}`)
  .min(1, `must be an integer from 1 to ${MAX_QUANTITY}`)
  .max(MAX_QUANTITY, `must be an integer from 1 to ${MAX_QUANTITY}`);

/** An amount in the account's currency. */
export const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(MAX_PRICE, `must be at most ${MAX_PRICE}`)
  .refine(...atMostDecimals(2))
  .register(inputs, { as: 'money', decimals: 2 });

/** A weight in kilograms. */
export const weight = z
  .number('must be a number')
  .gt(0, 'must be greater than 0')
  .max(MAX_WEIGHT_KG, `must be at most ${MAX_WEIGHT_KG}`)
  .refine(...atMostDecimals(3))
  .register(inputs, { decimals: 3 });

/** A share in percent. */
export const percentage = z
  .number('must be a number')
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
  .refine(...atMostDecimals(2))
  .register(inputs, { decimals: 2 });

function atMostDecimals(max: number) {
  const problem = finding('too_many_decimals', `must have at most ${max} decimals`, { max });
  return [(value: number) => hasDecimals(value, max), problem] as const;
}

/** Returns whether the shortest decimal of the number, which its sender wrote, has at most `max` decimals. */
function hasDecimals(value: number, max: number): boolean {
  const [, decimals = ''] = String(value).split('.');
  return !String(value).includes('e-') && decimals.length <= max;
}

/** The number of a product in its account. */
export const sequentialId = z.string().regex(/^P-\d{4,}$/);

const OUT_OF_RANGE = finding('date_out_of_range', `must be between ${FIRST_DATE} and ${LAST_DATE}`, {
  min: FIRST_DATE,
  max: LAST_DATE,
});

/** A real calendar date, YYYY-MM-DD. */
export const calendarDate = z.iso
  .date({ error: 'must be a real date in the form YYYY-MM-DD', abort: true })
  .refine((value) => value >= FIRST_DATE && value <= LAST_DATE, OUT_OF_RANGE)
  .meta({ pattern: '^(19\\d\\d|20\\d\\d|2100)-\\d\\d-\\d\\d$' });

/** The length of a time with nanoseconds and an offset. */
export const MAX_TIME_TEXT = 35;

const NO_TIME = {
  error: 'must be an ISO 8601 time with an offset, such as 2026-11-01T00:00:00Z',
  abort: true,
};

/** A point in time; the output is in UTC with milliseconds, so that times compare as texts. */
export const instant = z.iso
  .datetime({ offset: true, ...NO_TIME })
  // The fraction can have any number of digits.
  .max(MAX_TIME_TEXT, NO_TIME)
  .refine((time) => calendarDate.safeParse(time.slice(0, 10)).success, OUT_OF_RANGE)
  .transform((time) => new Date(time).toISOString())
  .pipe(z.iso.datetime());

export const NOT_IN_FUTURE = 'must be in the future';

/**
 * A date that is in the future in some time zone. `requireFuture` compares it with the day of the account.
 */
export const futureDate = calendarDate.superRefine((value, { addIssue }) => {
  const min = new Date().toISOString().slice(0, 10);
  if (value < min) addIssue(issueOf(violation('date_not_in_future', NOT_IN_FUTURE, { min })));
});

/** Returns whether the range is in order; either end can be open. */
export function isInOrder(from: string | null | undefined, to: string | null | undefined): boolean {
  return from == null || to == null || from <= to;
}

export const DATES_OUT_OF_ORDER = finding('range_out_of_order', 'must not be before the start of the range');

/** An e-mail address, whose domain can have letters beyond ASCII. */
export const email = text()
  .refine(isEmail, finding('invalid_email', 'must be an e-mail address, such as name@example.com'))
  // The format `email` of JSON Schema excludes such domains, and few validators know `idn-email`.
  .meta({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' })
  .register(inputs, { as: 'email' });

const asciiEmail = z.email();

/**
 * Returns whether a text is an e-mail address. Domains with letters beyond ASCII count in the form of the
 * DNS.
 */
function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  // Otherwise percent-encoded characters would be decoded.
  const isInternational = /[^\0-\x7f]/.test(domain) && !domain.includes('%');
  const asciiDomain = isInternational ? domainToASCII(domain) : domain;
  return asciiEmail.safeParse(value.slice(0, at + 1) + asciiDomain).success;
}

/** Returns the form of an address in which accounts are looked up. */
export function emailKey(given: string): string {
  return singleLine(given, MAX_TEXT).toLowerCase();
}

/**
 * A daily delivery window, HH:MM-HH:MM. One that ends before it starts ends on the next day, and belongs to
 * the day on which it starts.
 */
export const deliveryWindow = codeText()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must have the form HH:MM-HH:MM')
  .refine(
    (value) => value.slice(0, 5) !== value.slice(6),
    finding('window_without_length', 'must not end when it starts'),
  )
  .register(inputs, { as: 'window' });

/** A time of day, HH:MM. */
export const timeOfDay = codeText()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the form HH:MM')
  .register(inputs, { as: 'time' });

export const pageNumber = z
  .int('must be an integer of at least 1')
  .min(1, 'must be an integer of at least 1');

/** The number of items per page. */
export const perPage = z
  .int(`must be an integer from 1 to ${MAX_PER_PAGE}`)
  .min(1, `must be an integer from 1 to ${MAX_PER_PAGE}`)
  .max(MAX_PER_PAGE, `must be an integer from 1 to ${MAX_PER_PAGE}`);
