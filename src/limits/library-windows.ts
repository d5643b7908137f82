import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  type RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { ENDING_MS, type Rate, type RateWindow, type Windows } from './verdict.ts';

/** A counter of one window for any number of subjects. */
export type Counter = RateLimiterPostgres | RateLimiterRedis | RateLimiterMemory;

/** Returns windows that `rate-limiter-flexible` counts: in Redis, or in the memory of the process. */
export function libraryWindows(redis?: Redis): Windows {
  const countersByRate = new WeakMap<Rate, { hour: Counter; minute: Counter }>();

  function countersOf(rate: Rate) {
    const counters = countersByRate.get(rate) ?? {
      hour: open('hour', rate.perHour, HOUR_MS),
      minute: open('minute', rate.perMinute, MINUTE_MS),
    };
    countersByRate.set(rate, counters);
    return counters;
  }

  function open(keyPrefix: string, points: number, lengthMs: number): Counter {
    const options = { keyPrefix, points, duration: lengthMs / 1_000 };
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options);
  }

  return {
    async consume(subject, rate) {
      const { hour, minute } = countersOf(rate);
      const burst = await take(minute, subject);
      if (burst.refused) {
        const main = counterWindow(hour, await hour.get(subject));
        // When both are exceeded, the client must wait for the longer one.
        const refusedBy = main.remaining > 0 ? 'minute' : 'hour';
        return { hour: main, minute: counterWindow(minute, burst.state), refusedBy };
      }
      const main = await take(hour, subject);
      if (main.refused) await giveBack(minute, subject, burst.state);
      const usage = { hour: counterWindow(hour, main.state), minute: counterWindow(minute, burst.state) };
      return { ...usage, refusedBy: main.refused ? 'hour' : null };
    },
    async charge(subject, rate, requests) {
      const { hour, minute } = countersOf(rate);
      const before = counterWindow(hour, await hour.get(subject));
      const isRefused = before.remaining < requests;
      return {
        hour: isRefused ? before : counterWindow(hour, await hour.penalty(subject, requests)),
        minute: counterWindow(
          minute,
          await (isRefused ? minute.get(subject) : minute.penalty(subject, requests)),
        ),
        refusedBy: isRefused ? 'hour' : null,
      };
    },
    async peek(subject, rate) {
      const { hour, minute } = countersOf(rate);
      const [main, burst] = await Promise.all([hour.get(subject), minute.get(subject)]);
      return { hour: counterWindow(hour, main), minute: counterWindow(minute, burst) };
    },
    async giveBack(subject, rate) {
      const { hour, minute } = countersOf(rate);
      for (const counter of [hour, minute]) {
        const state = await counter.get(subject);
        if (state && state.consumedPoints > 0) await giveBack(counter, subject, state);
      }
    },
  };
}

/** Takes a point. Refused requests do not count: points beyond the limit are given back. */
export async function take(
  counter: Counter,
  subject: string,
): Promise<{ refused: boolean; state: RateLimiterRes }> {
  try {
    return { refused: false, state: await counter.consume(subject) };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    await giveBack(counter, subject, error);
    return { refused: true, state: error };
  }
}

/** Gives a point back, unless the window is about to end. */
export async function giveBack(counter: Counter, subject: string, state: RateLimiterRes): Promise<void> {
  if (state.msBeforeNext > ENDING_MS) await counter.reward(subject);
}

function counterWindow({ points, duration }: Counter, state: RateLimiterRes | null): RateWindow {
  const left = state ? state.msBeforeNext : duration * 1_000;
  return { limit: points, remaining: state ? state.remainingPoints : points, resetAt: Date.now() + left };
}
