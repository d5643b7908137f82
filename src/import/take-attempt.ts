import type { Limiter } from '../limits/limiter.ts';
import { secondsUntil } from '../limits/verdict.ts';
import type { Plan } from '../schema/core/caller/plans.ts';
import type { Caller } from '../schema/core/context.ts';
import { rateLimited } from '../schema/core/errors.ts';

/** Counts the files that each account sends, also those that are refused. */
export type ImportAttempts = Limiter<Plan>;

/**
 * Counts a file against the limit of imports, before any of it is read. Returns a function that undoes the
 * count.
 *
 * @throws AppError `rate_limited` with `retryAfter`
 */
export async function takeAttempt(
  attempts: ImportAttempts,
  { accountId, plan }: Caller,
): Promise<() => Promise<void>> {
  const subject = `imports:${accountId}`;
  const { refusedBy, hour } = await attempts
    .consume(subject, plan)
    .catch(() => attempts.consumeLocally(subject, plan));
  if (/* guard: import-attempts */ refusedBy === null) return () => attempts.giveBack(subject, plan);
  const retryAfter = Math.max(1, secondsUntil(hour.resetAt));
  throw rateLimited(
    'import_attempts',
    `The limit of ${hour.limit} imports per hour is exceeded`,
    retryAfter,
    {
      max: hour.limit,
    },
  );
}
