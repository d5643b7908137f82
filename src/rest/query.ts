import { z } from 'zod';

/** A query parameter that must not be repeated or empty. */
export const parameter = z.string('must be given once').min(1, 'must not be empty');

/** Returns the schema of an integer query parameter that satisfies `rule`. */
export function integerParameter<Rule extends z.ZodType<number, number>>(rule: Rule) {
  return (
    parameter
      // As many digits as the largest id has: zeros in front would come back in links.
      .regex(/^-?\d{1,16}$/, { error: 'must be an integer', abort: true })
      .transform(Number)
      .pipe(rule)
  );
}

/** Returns what follows the path of a URL: nothing, or `?` and the query. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/** Parses the query of a URL: a string for each parameter, an array for repeated ones. */
export function parseQuery(url: string): Record<string, string | string[]> {
  const search = searchOf(url);
  if (search === '') return {};
  // A single pass: looking each name up would take quadratic time.
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = parameters.get(name);
    if (Array.isArray(known)) known.push(value);
    else parameters.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(parameters);
}
