import type { RetryPolicy } from './retry-policy.ts';

/** The maximum length of a pause, as a multiple of the first one. Pauses double with each failure. */
const LONGEST = 8;
/** The maximum end of consecutive pauses, as a multiple of the first one. Ten failures take 55. */
const FARTHEST = 60;

/** The state of a subscription after its failures. */
export interface FailureState {
  consecutiveFailures: number;
  /** The time until which messages wait, except those that a pause does not hold up. */
  pausedUntil: Date | null;
  /** The error of the failure that deactivated it; null while it is active. */
  deactivationError: string | null;
}

/**
 * Returns the failures of an active subscription after attempts that ended `now`. A success resets them. Each
 * failure adds its pause to those before, so that several at one moment lead to one long pause. Attempts
 * after the failure that deactivates it do not count.
 *
 * @param errors in the order in which the attempts ended; null for a success
 */
export function failuresAfter(
  before: FailureState,
  errors: readonly (string | null)[],
  { pauseMs, disableAfter }: RetryPolicy,
  now: Date,
): FailureState {
  let { consecutiveFailures: count, pausedUntil } = before;
  for (const error of errors) {
    count = error === null ? 0 : count + 1;
    if (count >= disableAfter) {
      return { consecutiveFailures: count, pausedUntil: null, deactivationError: error };
    }
    pausedUntil =
      count === 0 ? null : pausedUntilAfter(pausedUntil, pauseAfter(count, pauseMs), pauseMs, now);
  }
  return { consecutiveFailures: count, pausedUntil, deactivationError: null };
}

/**
 * Returns how long other messages of a subscription wait after the n-th consecutive failure, in milliseconds.
 */
export function pauseAfter(consecutiveFailures: number, firstMs: number): number {
  return firstMs * Math.min(LONGEST, 2 ** (consecutiveFailures - 1));
}

/** Returns the new end of a pause that is extended; null for a pause of no length. */
function pausedUntilAfter(
  pausedUntil: Date | null,
  pauseMs: number,
  firstMs: number,
  now: Date,
): Date | null {
  if (pauseMs === 0) return null;
  const from = Math.max(now.getTime(), pausedUntil?.getTime() ?? 0);
  return new Date(Math.min(now.getTime() + FARTHEST * firstMs, from + pauseMs));
}

/** The `deactivationError` of a webhook that a restored backup brought back. */
export const RESTORED = 'restored';

/** The `deactivationError` of a webhook whose account is deleted. Restoring the account enables it. */
export const ACCOUNT_DELETED = 'account_deleted';

/** The errors of webhooks that were deactivated without a failure, for which there is no alert. */
export const OF_OPERATORS: readonly string[] = [RESTORED, ACCOUNT_DELETED];

/** Describes why a webhook was deactivated; null while it is active. */
export function deactivationReason({
  consecutiveFailures,
  deactivationError,
}: Pick<FailureState, 'consecutiveFailures' | 'deactivationError'>): string | null {
  if (deactivationError === null || OF_OPERATORS.includes(deactivationError)) return deactivationError;
  return `${consecutiveFailures} consecutive callbacks failed, the last one by ${deactivationError}`;
}
