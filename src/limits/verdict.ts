/** How many requests a subject can send. */
export interface Rate {
  perHour: number;
  perMinute: number;
}

/** A window of a limit; `resetAt` is in milliseconds since 1970. */
export interface RateWindow {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** The usage of a subject in its two windows. */
export interface Usage {
  hour: RateWindow;
  minute: RateWindow;
}

/** Whether a request may be served; `refusedBy` is the exceeded window. */
export type Verdict = Usage & { refusedBy: 'hour' | 'minute' | null };

/** The time before the end of a window in which no point is given back: the next one could lose it. */
export const ENDING_MS = 1_000;

/** The windows of all subjects in one store. */
export interface Windows {
  /** Counts one request of `subject`, an account or a client address, unless it is refused. */
  consume(subject: string, rate: Rate): Promise<Verdict>;
  /**
   * Counts more requests for one that does the work of several, unless the hour has too few left. The minute
   * never refuses such a request, which then uses up the rest of that window.
   */
  charge(subject: string, rate: Rate, requests: number): Promise<Verdict>;
  /** Returns the usage of `subject`, without counting. */
  peek(subject: string, rate: Rate): Promise<Usage>;
  /** Undoes the count of a request. */
  giveBack(subject: string, rate: Rate): Promise<void>;
}
