import type { ProblemValues } from '../../../generated/problems.ts';
import type { Detail } from '../../graphql/failure.ts';
import { plural } from './plural.ts';
import { day, figure } from './format.ts';

/**
 * The words for problems that follow the label of a field. For others, the message of the service has them.
 */
const WORDS: { [Name in keyof ProblemValues]?: (values: ProblemValues[Name]) => string } = {
  required: () => 'must not be empty',
  empty: () => 'must not be empty',
  too_short: ({ min }) => `must be at least ${plural(min, 'character')}`,
  too_long: ({ max }) => `must be at most ${plural(max, 'character')}`,
  too_small: ({ min }) => `must be ${figure(min)} or more`,
  too_large: ({ max }) => `must be ${figure(max)} or less`,
  not_above: ({ limit }) => `must be greater than ${figure(limit)}`,
  too_many_decimals: ({ max }) => `must have at most ${plural(max, 'decimal')}`,
  not_an_integer: () => 'must be a whole number',
  date_out_of_range: ({ min, max }) => `must be between ${day(min)} and ${day(max)}`,
  date_not_in_future: ({ min }) => `must be ${day(min)} or later`,
  repeated: () => 'appears more than once',
};

/**
 * Returns what follows the label of a field in the error about it; undefined if only the service words it.
 */
export function problemInWords({ problem, values }: Detail): string | undefined {
  return WORDS[problem as keyof ProblemValues]?.(values as never);
}
