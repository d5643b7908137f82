import type { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counter, giveBack, openCounter, take } from './counter.ts';
import type { Store } from './store.ts';
import {
  type Rate,
  type RateWindow,
  type Usage,
  LIMIT_WINDOW_MS,
  windowOf,
  type Windows,
} from './verdict.ts';

/** Returns windows that `rate-limiter-flexible` counts: in the store, or in the memory of the process. */
export function libraryWindows(store?: Store): Windows {
  const countersByRate = new WeakMap<Rate, { hour: Counter; minute: Counter }>();

  function countersOf(rate: Rate) {
    const counters = countersByRate.get(rate) ?? {
      hour: open('hour', rate.perHour),
      minute: open('minute', rate.perMinute),
    };
    countersByRate.set(rate, counters);
    return counters;
  }

  function open(name: keyof Usage, points: number): Counter {
    return openCounter(store, { keyPrefix: name, points, duration: LIMIT_WINDOW_MS[name] / 1_000 });
  }

  return {
    async consume(subject, rate) {
      const { hour, minute } = countersOf(rate);
      const burst = await take(minute, subject);
      if (burst.refused) {
        const main = counterWindow('hour', hour, await hour.get(subject));
        // When both are exceeded, the client must wait for the longer one.
        const refusedBy = main.remaining > 0 ? 'minute' : 'hour';
        return { hour: main, minute: counterWindow('minute', minute, burst.state), refusedBy };
      }
      const main = await take(hour, subject);
      if (main.refused) await giveBack(minute, subject, burst.state);
      const usage = {
        hour: counterWindow('hour', hour, main.state),
        minute: counterWindow('minute', minute, burst.state),
      };
      return { ...usage, refusedBy: main.refused ? 'hour' : null };
    },
    async charge(subject, rate, requests) {
      const { hour, minute } = countersOf(rate);
      const before = counterWindow('hour', hour, await hour.get(subject));
      const isRefused = before.remaining < requests;
      return {
        hour: isRefused ? before : counterWindow('hour', hour, await hour.penalty(subject, requests)),
        minute: counterWindow(
          'minute',
          minute,
          await (isRefused ? minute.get(subject) : minute.penalty(subject, requests)),
        ),
        refusedBy: isRefused ? 'hour' : null,
      };
    },
    async peek(subject, rate) {
      const { hour, minute } = countersOf(rate);
      const [main, burst] = await Promise.all([hour.get(subject), minute.get(subject)]);
      return { hour: counterWindow('hour', hour, main), minute: counterWindow('minute', minute, burst) };
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

function counterWindow(name: keyof Usage, { points }: Counter, state: RateLimiterRes | null): RateWindow {
  return windowOf(
    name,
    points,
    state && { used: state.consumedPoints, resetAt: Date.now() + state.msBeforeNext },
  );
}
