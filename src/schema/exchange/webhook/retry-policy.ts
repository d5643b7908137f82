export interface RetryPolicy {
  /** Seconds before each retry. */
  retryDelays: readonly number[];
  /** How long other messages of the subscription wait after its first failure; 0 for no pauses. */
  pauseMs: number;
  /** Consecutive failures after which a subscription is deactivated. */
  disableAfter: number;
}

/** The state of a message in its retry schedule. */
export interface Step {
  status: string;
  /** The number of failed attempts since the schedule began. */
  failures: number;
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt: Date | null;
}

/**
 * Returns the next step of a message after an attempt that ended `now`.
 *
 * @param error null if it succeeded
 * @param isActive whether its subscription is still active after the attempt
 */
export function stepAfter(
  { status, failures }: Pick<Step, 'status' | 'failures'>,
  error: string | null,
  isActive: boolean,
  retryDelays: readonly number[],
  now: Date,
): Step {
  if (error === null) return { status: 'succeeded', failures, nextAttemptAt: null };
  const delay = retryDelays[failures];
  const ended = { failures: failures + 1, nextAttemptAt: null };
  if (delay === undefined) return { ...ended, status: 'failed' };
  // Cancelled during the attempt, it stays cancelled, even if the subscription was enabled again since.
  if (status === 'cancelled' || !isActive) return { ...ended, status: 'cancelled' };
  return { ...ended, status: 'pending', nextAttemptAt: new Date(now.getTime() + delay * 1_000) };
}
