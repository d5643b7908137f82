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

/**
 * A query parameter that is a time. An offset whose plus sign was not percent-encoded arrives with a space.
 */
export const timeParameter = parameter.transform((text) => text.replace(/ (?=\d\d:?\d\d$)/, '+'));
