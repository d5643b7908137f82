import { InvalidArgumentError } from 'commander';

/**
 * Parses a count on the command line.
 *
 * @throws InvalidArgumentError
 */
export function positive(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('must be a positive integer');
  return number;
}
