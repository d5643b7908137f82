import { z } from 'zod';
import { queryParameters } from '../http/server/query-parameters.ts';

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

/**
 * A query parameter that is a time. An offset whose plus sign was not percent-encoded arrives with a space.
 */
export const timeParameter = parameter.transform((text) => text.replace(/ (?=\d\d:?\d\d$)/, '+'));

/**
 * Parses the query of a URL: a string for each parameter, an array for repeated ones.
 *
 * @throws AppError `validation_error` on a parameter that is not UTF-8
 */
export function parseQuery(url: string): Record<string, string | string[]> {
  // A single pass: looking each name up would take quadratic time.
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of queryParameters(url)) {
    const earlier = parameters.get(name);
    if (Array.isArray(earlier)) earlier.push(value);
    else parameters.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(parameters);
}
