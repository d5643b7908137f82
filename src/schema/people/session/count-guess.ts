import { createHash } from 'node:crypto';
import type { Guessing } from '../../../limits/guesses.ts';
import { AppError, rateLimited } from '../../core/errors.ts';
import type { Visit } from '../../core/caller/visit.ts';

/**
 * Runs `attempt` as one guess, which counts if it fails with an error of the caller's.
 *
 * @throws AppError `rate_limited` with `retryAfter` after too many guesses, and what `attempt` throws
 */
export async function countGuess<T>(
  { guesses }: Visit,
  guessing: Guessing,
  attempt: () => Promise<T>,
): Promise<T> {
  const { retryAfter, giveBack } = await guesses.take(guessing);
  // guard: guess-limit
  if (retryAfter !== null) throw tooManyGuesses(retryAfter);
  try {
    const result = await attempt();
    await giveBack();
    return result;
  } catch (error) {
    const wasTried = error instanceof AppError && error.code !== 'service_unavailable';
    if (/* guard: tried-guess */ !wasTried) await giveBack();
    throw error;
  }
}

/** Returns the error for too many guesses. */
export function tooManyGuesses(retryAfter: number): AppError {
  const isLong = retryAfter > 3_600;
  const count = Math.ceil(retryAfter / (isLong ? 3_600 : 60));
  const unit = isLong ? 'hour' : 'minute';
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return rateLimited('too_many_attempts', `Too many attempts. Try again in ${wait}`, retryAfter);
}

/** Returns the hash that stands for an e-mail address or a token in the rate limiter's store. */
export function subjectOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
