import { day } from './format.ts';
import { plural } from './plural.ts';
import { problemOfNumber } from '../form/read-number.ts';

/** The constraints of a field that its value can break, and what to do about each. */
const PROBLEMS: [kind: keyof ValidityState, words: (field: HTMLInputElement) => string][] = [
  ['customError', ({ validationMessage }) => validationMessage],
  ['badInput', () => 'Enter the whole date.'],
  ['valueMissing', (field) => missing(field)],
  ['typeMismatch', ({ type }) => mismatch(type)],
  [
    'rangeUnderflow',
    ({ type, min }) => `Must be ${limitOf(type, min)} or ${type === 'date' ? 'later' : 'more'}.`,
  ],
  [
    'rangeOverflow',
    ({ type, max }) => `Must be ${limitOf(type, max)} or ${type === 'date' ? 'earlier' : 'less'}.`,
  ],
  ['stepMismatch', ({ step }) => decimals(step)],
  ['tooShort', ({ minLength }) => `Must be at least ${minLength} characters.`],
];

/** Returns what is wrong with the value of a field, in the page's own words; empty if nothing is. */
export function problemOf(field: HTMLInputElement): string {
  if (field.checkValidity()) return field.value === '' ? '' : problemOfValue(field);
  const found = PROBLEMS.find(([kind]) => field.validity[kind]);
  return found?.[1](field) ?? 'Has the wrong form.';
}

/** Checks what the fields say of their values, in data attributes. */
function problemOfValue({ value, dataset }: HTMLInputElement): string {
  const { decimals, min, max, maxLength } = dataset;
  if (maxLength !== undefined && [...value.trim()].length > Number(maxLength)) {
    return `Must be at most ${plural(Number(maxLength), 'character')}.`;
  }
  if (decimals === undefined) return '';
  return problemOfNumber(value, { decimals: Number(decimals), min: limitIn(min), max: limitIn(max) });
}

function limitIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function missing(field: HTMLInputElement): string {
  if (field.tagName === 'SELECT') return 'Select an option.';
  return field.type === 'checkbox' ? 'Must be selected.' : 'Must not be empty.';
}

function mismatch(type: string): string {
  return type === 'email'
    ? 'Enter an e-mail address, such as name@example.com.'
    : 'Enter a URL, such as https://example.com/.';
}

function limitOf(type: string, limit: string): string {
  return type === 'date' ? day(limit) : limit;
}

function decimals(step: string): string {
  const [, places = ''] = step.split('.');
  return places === '' ? 'Must be a whole number.' : `Must have at most ${places.length} decimals.`;
}
