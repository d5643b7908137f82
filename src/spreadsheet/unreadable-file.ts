import { type Problem, type ValuesIfAny, type Violation, violation } from '../problems.ts';

/** The error for a file that cannot be read, with a message for the user. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly found: Violation;

  constructor(found: Violation) {
    super(found.wording);
    this.found = found;
  }
}

/** Returns the error for a file that cannot be read. */
export function unreadable<Name extends Problem>(
  problem: Name,
  message: string,
  ...values: ValuesIfAny<Name>
): UnreadableFile {
  return new UnreadableFile(violation(problem, message, ...values));
}
