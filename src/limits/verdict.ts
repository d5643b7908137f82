import { HOUR_MS, MINUTE_MS } from '../durations.ts';

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

/** The lengths of the windows, in milliseconds. */
export const LIMIT_WINDOW_MS: Record<keyof Usage, number> = { hour: HOUR_MS, minute: MINUTE_MS };

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

/** Returns the windows in which nothing has been counted yet. */
export function unusedOf({ perHour, perMinute }: Rate): Usage {
  return { hour: windowOf('hour', perHour, null), minute: windowOf('minute', perMinute, null) };
}

/** Returns a window after `used` requests; one that is not open would begin now. */
export function windowOf(
  name: keyof Usage,
  limit: number,
  open: { used: number; resetAt: number } | null,
): RateWindow {
  return {
    limit,
    remaining: Math.max(0, limit - (open?.used ?? 0)),
    resetAt: open?.resetAt ?? Date.now() + LIMIT_WINDOW_MS[name],
  };
}

/** Returns the usage as of now: windows that have ended are unused again. */
export function currentUsage(usage: Usage): Usage {
  function current(name: keyof Usage): RateWindow {
    const window = usage[name];
    // guard: ended-window
    if (window.resetAt <= Date.now()) return windowOf(name, window.limit, null);
    return window;
  }

  return { hour: current('hour'), minute: current('minute') };
}

/** Returns the seconds until a time, as headers name them. */
export function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
