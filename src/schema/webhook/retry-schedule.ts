/** The specification's backoff: what happens to a message after its n-th failure in a row. */
export type NextStep = { retryAfterSeconds: number } | 'give up';

/** @param failures of this message since it was sent afresh, the one just seen included */
export function nextStep(failures: number, delays: readonly number[]): NextStep {
  const seconds = delays[failures - 1];
  return seconds === undefined ? 'give up' : { retryAfterSeconds: seconds };
}
