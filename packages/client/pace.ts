/** The number of requests in flight, and the time until which the rate limit is used up. */
export interface Pace {
  /** Waits for one of the slots, first come first served. */
  enter(signal: AbortSignal | undefined): Promise<void>;
  leave(): void;
  /** Returns for how many milliseconds to send no request. */
  heldMs(): number;
  /** Reads from a response how long to hold further requests. */
  heed(response: Response): void;
}

const LONGEST_JITTER_MS = 5_000;

/** Creates the pace of one client. `onHold` is called with the milliseconds when a limit is reached. */
export function createPace(concurrency: number, onHold: (milliseconds: number) => void = () => {}): Pace {
  const waiting = new Set<() => void>();
  let free = concurrency;
  let heldUntil = 0;

  /** Adds a random delay, so that the clients of an account do not continue all at once. */
  function hold(milliseconds: number): void {
    const now = performance.now();
    if (now + milliseconds <= heldUntil) return;
    const isNew = heldUntil <= now;
    heldUntil = now + milliseconds + Math.random() * Math.min(LONGEST_JITTER_MS, 250 + milliseconds / 10);
    if (isNew) onHold(heldUntil - now);
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (free > 0) return void free--;
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          waiting.delete(proceed);
          reject(signal!.reason as Error);
        };
        const proceed = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        waiting.add(proceed);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },

    leave() {
      const [next] = waiting;
      if (!next) return void free++;
      waiting.delete(next);
      next();
    },

    heldMs: () => Math.max(0, heldUntil - performance.now()),

    heed({ status, headers }) {
      // `"hour";r=0;t=1800, "burst";r=0;t=12`: requests left, and seconds until the window ends.
      for (const [, left, seconds] of headers.get('RateLimit')?.matchAll(/;r=(\d+);t=(\d+)/g) ?? []) {
        if (left === '0') hold(Number(seconds) * 1_000);
      }
      if (status === 429) hold(retryAfterOf(headers) ?? 0);
    },
  };
}

/** Returns the milliseconds of `Retry-After`, which is a number of seconds or a date; null without it. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
}

/** Resolves after a time, or rejects when `signal` aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
