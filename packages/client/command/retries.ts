import { Interruption, Refusal } from './errors.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** The longest pause that a service can request: the longest window of a rate limit. */
const MAX_ASKED_PAUSE_MS = 3_600_000;
const MAX_SKEW_MS = 5_000;

interface RetryOptions {
  signal: AbortSignal;
  /** Called when the connection is lost, with the pause before the next try. */
  onInterrupted: (message: string, pauseMs: number) => void;
}

/** The pauses between the attempts of a command that follows a stream. */
interface Retries {
  /** Makes the next pause the shortest one again. */
  reset(): void;
  /**
   * Waits before the next attempt, for the time that the service requests.
   *
   * @param hasOpened whether the service was reached before
   * @throws Refusal if a retry cannot resolve the error
   */
  pauseAfter(error: Error, hasOpened: boolean): Promise<void>;
}

export function createRetries({ signal, onInterrupted }: RetryOptions): Retries {
  let failures = 0;
  return {
    reset: () => void (failures = 0),
    async pauseAfter(error, hasOpened) {
      const canPass = error instanceof Interruption && (hasOpened || error.retryAfterMs > 0);
      if (!canPass) throw error instanceof Interruption ? new Refusal(error.message) : error;
      const growing = Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS) * (0.75 + Math.random() / 2);
      const pauseMs = Math.round(Math.max(growing, Math.min(error.retryAfterMs, MAX_ASKED_PAUSE_MS)));
      onInterrupted(error.message, pauseMs);
      await sleep(pauseMs, signal);
    },
  };
}

/** Returns a time slightly before `time`, because the clocks of service and database can differ. */
export function earlier(time: string): string {
  return new Date(Date.parse(time) - MAX_SKEW_MS).toISOString();
}

/** Waits for a time, at most until the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
