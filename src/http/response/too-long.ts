import { fault } from '../../schema/core/errors.ts';

/** The maximum number of characters in a response: more than a list of the maximum number of records has. */
export const MAX_RESPONSE_LENGTH = 32 * 1_024 * 1_024;

/** Returns the error for a response with more characters. */
export function tooLong() {
  return fault(
    'response_too_large',
    `The response would have more than ${MAX_RESPONSE_LENGTH} characters. Request fewer records or fields`,
    'query',
  );
}
