/** More characters than any list within its quota needs; parsed, they take several times as much memory. */
export const MAX_VALUE_CHARACTERS = 32 * 1_024 * 1_024;

/** Thrown when one statement reads more than one response may contain. */
export class TooLarge extends Error {
  constructor() {
    super(`a statement read a value of more than ${MAX_VALUE_CHARACTERS} characters`);
  }
}
