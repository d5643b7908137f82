import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { libraryWindows } from './library-windows.ts';
import { postgresWindows, type ResolveVerdict } from './postgres-windows.ts';
import type { Store } from './store.ts';
import { HOUR_MS } from '../durations.ts';
import { currentUsage, type Rate, unusedOf, type Usage, type Verdict } from './verdict.ts';

const MAX_CACHED_REFUSALS = 10_000;
const MAX_REMEMBERED_ADDRESSES = 10_000;
/** The maximum correction of the clock, in milliseconds, that has no effect on the windows. */
const CORRECTED_MS = 5_000;

/** Counts requests in the store, as `Windows` describes, or in memory while the store is unavailable. */
export interface Limiter<Allowance extends string> {
  consume(subject: string, allowance: Allowance): Promise<Verdict>;
  /** Counts one request in the memory of this process, when the store is too slow. */
  consumeLocally(subject: string, allowance: Allowance): Promise<Verdict>;
  charge(subject: string, allowance: Allowance, requests: number): Promise<Verdict>;
  peek(subject: string, allowance: Allowance): Promise<Usage>;
  giveBack(subject: string, allowance: Allowance): Promise<void>;
  /**
   * Returns the usage of a client address when this process last counted it, otherwise the full limit.
   * Responses that do not count, such as those to preflights, show it without a query to the store.
   */
  recall(subject: string, allowance: Allowance): Usage;
  /** The input of statements that find and count senders; undefined if the counters are elsewhere. */
  counting: Counting<Allowance> | undefined;
}

/** The pool, the rates and the function that a statement with `countingParts` needs. */
export interface Counting<Allowance extends string> {
  pool: Pool;
  rates: Record<Allowance, Rate>;
  settle: ResolveVerdict;
}

/**
 * Creates a limiter with fixed windows that start with a subject's first request. All plans share the
 * counters, so a change of plan keeps them. Once a window is exceeded, the process refuses from memory,
 * without checking the other window. When the store is unavailable, windows in memory take over, whose
 * refusals are not remembered.
 *
 * @param rates by allowance, such as the plan
 */
export function createLimiter<Allowance extends string>(
  store: Store,
  rates: Record<Allowance, Rate>,
): Limiter<Allowance> {
  const inPostgres = 'pool' in store ? postgresWindows(store.pool) : undefined;
  const shared = inPostgres ?? libraryWindows(store);
  const local = libraryWindows();
  const refusals = new LRUCache<string, Verdict>({ max: MAX_CACHED_REFUSALS });
  const addresses = new LRUCache<string, Usage>({ max: MAX_REMEMBERED_ADDRESSES, ttl: HOUR_MS });
  const wasSetBack = watchClock();

  function remembered(subject: string, verdict: Verdict): Verdict {
    if (subject.startsWith('address:')) addresses.set(subject, verdict);
    return verdict;
  }

  async function consumeLocally(subject: string, allowance: Allowance): Promise<Verdict> {
    return remembered(subject, await local.consume(subject, rates[allowance]));
  }

  return {
    async consume(subject, allowance) {
      // The process remembers a refusal until a time of its clock, which now comes after the end of the
      // window.
      if (wasSetBack()) refusals.clear();
      const refusal = refusals.get(allowance + subject);
      if (refusal && refusal[refusal.refusedBy!].resetAt > Date.now())
        return remembered(subject, { ...refusal, ...currentUsage(refusal) });
      const verdict = await shared.consume(subject, rates[allowance]).catch(() => undefined);
      if (!verdict) return consumeLocally(subject, allowance);
      const ttl = verdict.refusedBy ? Math.floor(verdict[verdict.refusedBy].resetAt - Date.now()) : 0;
      if (ttl > 0) refusals.set(allowance + subject, verdict, { ttl });
      return remembered(subject, verdict);
    },
    consumeLocally,
    charge: (subject, allowance, requests) =>
      shared
        .charge(subject, rates[allowance], requests)
        .catch(() => local.charge(subject, rates[allowance], requests)),
    peek: (subject, allowance) =>
      shared.peek(subject, rates[allowance]).catch(() => local.peek(subject, rates[allowance])),
    giveBack: (subject, allowance) =>
      shared.giveBack(subject, rates[allowance]).catch(() => local.giveBack(subject, rates[allowance])),
    recall: (subject, allowance) => currentUsage(addresses.get(subject) ?? unusedOf(rates[allowance])),
    counting:
      inPostgres && 'pool' in store ? { pool: store.pool, rates, settle: inPostgres.settle } : undefined,
  };
}

/** Returns a function that returns whether the clock was set back since its last call. */
function watchClock(): () => boolean {
  let before = Date.now() - performance.now();
  return () => {
    const difference = Date.now() - performance.now();
    const isBack = before - difference > CORRECTED_MS;
    before = difference;
    return isBack;
  };
}
