/** How many requests a subject can send. */
export interface Rate {
  perHour: number;
  perMinute: number;
}

/** One window of a limit; `resetAt` in milliseconds since 1970. */
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
