import { z } from 'zod';

/** A query parameter: given once, and not empty. */
export const parameter = z.string('must be given once').min(1, 'must not be empty');

/** A query parameter that is an integer satisfying `rule`. */
export function integerParameter<Rule extends z.ZodType<number, number>>(rule: Rule) {
  return parameter
    .regex(/^-?\d+$/, { error: 'must be an integer', abort: true })
    .transform(Number)
    .pipe(rule);
}

/** What follows the path of a URL: nothing, or `?` and the query. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** The query of a URL: a string for each parameter, an array for one that is repeated. */
export function parseQuery(url: string): Record<string, string | string[]> {
  const search = searchOf(url);
  if (search === '') return {};
  // One pass: to look each name up would take the square of their number.
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = parameters.get(name);
    if (Array.isArray(known)) known.push(value);
    else parameters.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(parameters);
}
