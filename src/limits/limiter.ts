import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createCountWindows, type Counted, verdictOf } from './count-windows.ts';
import { SKEW_MS } from './postgres-counter.ts';
import type { Rate, RateWindow, Usage, Verdict } from './verdict.ts';
import {
  type Counter,
  ENDING_MS,
  giveBack,
  giveBackExcess,
  sharedCounters,
  type Store,
  take,
} from './counters.ts';

const HOUR_S = 3_600;
const MINUTE_S = 60;
const MAX_CACHED_REFUSALS = 10_000;

export interface Limiter<Allowance extends string> {
  /** Counts one request of `subject`, an account or a client address, unless it is refused. */
  consume(subject: string, allowance: Allowance): Promise<Verdict>;
  /** Counts one request in the memory of this process, when the store is too slow. */
  consumeLocally(subject: string, allowance: Allowance): Promise<Verdict>;
  /** Returns the usage of `subject`, without counting. */
  peek(subject: string, allowance: Allowance): Promise<Usage>;
  /**
   * Counts more requests for one that does the work of several, unless the hour has too few left. A minute has room for
   * any such request, which uses up what is left of it.
   */
  charge(subject: string, allowance: Allowance, requests: number): Promise<Verdict>;
  /** Undoes the count of a request. */
  giveBack(subject: string, allowance: Allowance): Promise<void>;
  /** For statements that count what they find the senders of; undefined where the counters are not in the database. */
  counting: Counting<Allowance> | undefined;
}

/** What a statement with `countingParts` needs. */
export interface Counting<Allowance extends string> {
  pool: Pool;
  rates: Record<Allowance, Rate>;
  /** Returns the verdict on a request that the statement counted. */
  settle(subject: string, allowance: Allowance, counted: Counted): Promise<Verdict>;
  /** Returns whether the process refuses the subject from memory. */
  isRefused(subject: string, allowance: Allowance): boolean;
}

/** A verdict, and until when it stays the same; undefined if it can change at any time. */
interface CachedVerdict {
  verdict: Verdict;
  until?: number | undefined;
}

interface Windows {
  hour: Counter;
  minute: Counter;
}

/**
 * Creates a limiter with fixed windows that start with a subject's first request. All plans share the counters, so a
 * change of plan keeps them. Once a window is exceeded, the process refuses from memory, without asking for the other
 * window. When the store is unavailable, a limiter in memory takes over, whose refusals are not remembered.
 *
 * @param rates by allowance, such as the plan
 */
export function createLimiter<Allowance extends string>(
  store: Store,
  rates: Record<Allowance, Rate>,
): Limiter<Allowance> {
  const names = Object.keys(rates) as Allowance[];
  const local = new Map(names.map((name) => [name, localWindows(rates[name])]));
  const open = sharedCounters(store);
  const shared = new Map(
    Array.from(local, ([name, { hour, minute }]) => [name, { hour: open(hour), minute: open(minute) }]),
  );
  const refusals = new LRUCache<string, Verdict>({ max: MAX_CACHED_REFUSALS });
  const hasGoneBack = watchClock();
  /** Refusals are remembered until a time of the clock, which would come later than the end of their window. */
  const forgetRefusals = () => {
    refusals.clear();
    for (const { hour, minute } of shared.values()) for (const each of [hour, minute]) forget(each);
  };
  const remembered = (subject: string, allowance: Allowance) => {
    if (hasGoneBack()) forgetRefusals();
    return refusals.get(allowance + subject);
  };
  const remember = (
    subject: string,
    allowance: Allowance,
    { verdict, until = 0 }: CachedVerdict,
  ): Verdict => {
    const ttl = until - Date.now();
    if (ttl >= 1) refusals.set(allowance + subject, verdict, { ttl: Math.floor(ttl) });
    return verdict;
  };
  /** Judges a request that a statement counted, and gives its points back if it is refused all the same. */
  const settle = async (subject: string, allowance: Allowance, counted: Counted): Promise<Verdict> => {
    const { isExcess, ...verdict } = verdictOf(rates[allowance], counted);
    if (isExcess) {
      const { hour, minute } = shared.get(allowance)!;
      if (!isEnding(verdict.hour)) await hour.reward(subject);
      if (!isEnding(verdict.minute)) await minute.reward(subject);
    }
    const { refusedBy } = verdict;
    return remember(subject, allowance, { verdict, until: refusedBy ? verdict[refusedBy].resetAt : 0 });
  };
  const pool = 'pool' in store ? store.pool : undefined;
  const countWindows = pool && createCountWindows(pool);
  return {
    async consume(subject, allowance) {
      const refusal = remembered(subject, allowance);
      if (refusal) return renewed(refusal);
      if (!countWindows) return remember(subject, allowance, await consume(shared.get(allowance)!, subject));
      const counted = await countWindows({ subject, rate: rates[allowance] }).catch(() => undefined);
      if (counted) return settle(subject, allowance, counted);
      return (await consume(local.get(allowance)!, subject)).verdict;
    },
    counting: pool && {
      pool,
      rates,
      settle,
      isRefused: (subject, allowance) => remembered(subject, allowance) !== undefined,
    },
    consumeLocally: async (subject, allowance) => (await consume(local.get(allowance)!, subject)).verdict,
    async peek(subject, allowance) {
      const { hour, minute } = shared.get(allowance)!;
      const [main, burst] = await Promise.all([hour.get(subject), minute.get(subject)]);
      return { hour: windowOf(hour, main), minute: windowOf(minute, burst) };
    },
    charge: (subject, allowance, requests) => charge(shared.get(allowance)!, subject, requests),
    async giveBack(subject, allowance) {
      const { hour, minute } = shared.get(allowance)!;
      await Promise.all([hour, minute].map((each) => takeOff(each, subject)));
    },
  };
}

/** Returns a function that returns whether the clock was set back since its last call. */
function watchClock(): () => boolean {
  let before = Date.now() - performance.now();
  return () => {
    const difference = Date.now() - performance.now();
    const isBack = before - difference > SKEW_MS;
    before = difference;
    return isBack;
  };
}

function isEnding({ resetAt }: RateWindow): boolean {
  return resetAt - Date.now() <= ENDING_MS;
}

/** Forgets the refusals that the library remembers. */
function forget(counter: Counter): void {
  if ('deleteInMemoryBlockedAll' in counter) counter.deleteInMemoryBlockedAll();
}

async function consume({ hour, minute }: Windows, subject: string): Promise<CachedVerdict> {
  const burst = await take(minute, subject);
  if (burst.refused) {
    await giveBackExcess(minute, subject, burst.state);
    const main = windowOf(hour, await hour.get(subject));
    // When both are exceeded, the client must wait for the longer one.
    const refusedBy = main.remaining > 0 ? 'minute' : 'hour';
    const usage = { hour: main, minute: windowOf(minute, burst.state) };
    return {
      verdict: { ...usage, refusedBy },
      until: isRemembered(burst) ? usage.minute.resetAt : undefined,
    };
  }
  const main = await take(hour, subject);
  const usage = { hour: windowOf(hour, main.state), minute: windowOf(minute, burst.state) };
  if (!main.refused) return { verdict: { ...usage, refusedBy: null } };
  await giveBackExcess(hour, subject, main.state);
  await giveBack(minute, subject, burst.state);
  return {
    verdict: { ...usage, refusedBy: 'hour' },
    until: isRemembered(main) ? usage.hour.resetAt : undefined,
  };
}

async function charge({ hour, minute }: Windows, subject: string, requests: number): Promise<Verdict> {
  // A refusal must take nothing: a counter that was exceeded refuses until its window ends.
  const [main, burst] = await Promise.all([hour.get(subject), minute.get(subject)]);
  const usage = { hour: windowOf(hour, main), minute: windowOf(minute, burst) };
  if (usage.hour.remaining < requests) return { ...usage, refusedBy: 'hour' };
  const inMinute = Math.min(requests, usage.minute.remaining);
  const [hourly, minutely] = await Promise.all([
    take(hour, subject, requests),
    inMinute > 0 ? take(minute, subject, inMinute) : { state: burst },
  ]);
  return { hour: windowOf(hour, hourly.state), minute: windowOf(minute, minutely.state), refusedBy: null };
}

/** Returns whether a counter refused from memory: such a state has no count. */
function isRemembered({ refused, state }: { refused: boolean; state: RateLimiterRes }): boolean {
  return refused && state.consumedPoints === 0;
}

/** Returns a refusal by the hour with a new minute window, if the old one has ended. */
function renewed(refusal: Verdict): Verdict {
  const { minute, refusedBy } = refusal;
  if (refusedBy === 'minute' || minute.resetAt > Date.now()) return refusal;
  const resetAt = Date.now() + MINUTE_S * 1_000;
  return { ...refusal, minute: { ...minute, remaining: minute.limit, resetAt } };
}

/** Gives back a point that was taken earlier, in whatever window is open now. */
async function takeOff(counter: Counter, subject: string): Promise<void> {
  const state = await counter.get(subject);
  if (state && state.consumedPoints > 0) await giveBack(counter, subject, state);
}

function localWindows({ perHour, perMinute }: Rate) {
  return {
    hour: new RateLimiterMemory({ keyPrefix: 'hour', points: perHour, duration: HOUR_S }),
    minute: new RateLimiterMemory({ keyPrefix: 'minute', points: perMinute, duration: MINUTE_S }),
  };
}

function windowOf({ points, duration }: Counter, state: RateLimiterRes | null): RateWindow {
  const left = state ? state.msBeforeNext : duration * 1_000;
  return { limit: points, remaining: state ? state.remainingPoints : points, resetAt: Date.now() + left };
}
