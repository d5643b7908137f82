import { FairQueue, type FairQueueOptions } from '@provender/fair-pool/fair-queue';
import type { NextFunction, Response } from 'express';
import { runFor } from '../../database/current-work.ts';
import type { Exchange, ResponseSize } from '../response/exchange.ts';

/** The maximum number of concurrent requests of one subject in one process; others wait in order. */
const SHARE = 16;
/** The same while other subjects are active, which wait for the event loop during these requests. */
const CROWDED_SHARE = 2;
const MAX_QUEUED_REQUESTS = 500;
const MAX_QUEUED_MS = 20_000;
/** Longer than the work for a client that left: statements and operations are cancelled sooner. */
const RELEASED_AFTER_MS = 30_000;

/** Smaller responses do not count. */
const LARGE_BYTES = 128 * 1_024;
/**
 * How much of a large response the event loop produces per millisecond: parsing rows, building objects and
 * text.
 */
const BYTES_PER_MS = 20_000;
/** A subject pauses for this multiple of the time it took. */
const REST = 2;
/**
 * How long after its pause a subject executes one request at a time, because the next response may be as
 * large.
 */
const WARY_MS = 5_000;
/** The maximum number of bytes of a subject's responses that wait in memory for slow clients. */
const MAX_UNSENT_BYTES = 16 * 1_024 * 1_024;

/** The queue in which requests wait until fewer requests of the same subject are in progress. */
export interface RequestQueue {
  slots: FairQueue;
  /**
   * Continues once `subject` has a slot, which the response releases.
   *
   * @throws ShareError when no slot is free in time
   */
  takeSlot(exchange: Exchange, subject: string, next: NextFunction): Promise<void>;
}

/** Creates the queue of a process. @param limits differences from the service's limits */
export function createRequestQueue(limits: Partial<FairQueueOptions> = {}): RequestQueue {
  const slots: FairQueue = new FairQueue({
    name: 'requests',
    share: SHARE,
    crowdedShare: CROWDED_SHARE,
    mustWait: (subject, used) => largeResponses.mustWait(subject, used, slots.hasOtherSubjects(subject)),
    maxWaiting: MAX_QUEUED_REQUESTS,
    maxWaitMs: MAX_QUEUED_MS,
    ...limits,
  });
  const largeResponses = trackLargeResponses(() => slots.resume());
  return {
    slots,
    async takeSlot(exchange, subject, next) {
      const { response } = exchange;
      await slots.enter(subject);
      let hasSlot = true;
      const release = () => {
        if (hasSlot) slots.leave(subject);
        hasSlot = false;
      };
      // The client left while waiting: there is nothing to do.
      if (response.closed) return release();
      exchange.slot = { release, count: (size) => largeResponses.add(subject, size, response) };
      response.once('finish', release);
      // The work for a client that left usually ends with a response that nobody reads. This timer covers the
      // case that it does not.
      response.once('close', () => {
        if (hasSlot) setTimeout(release, RELEASED_AFTER_MS).unref();
      });
      runFor(subject, next);
    },
  };
}

interface SubjectLoad {
  /** When the pause ends while other subjects are active, by the process's clock. */
  restUntil: number;
  unsentBytes: number;
}

/** The cost of large responses: time on the event loop, and memory until they are sent. */
export interface LargeResponses {
  /** Counts the time that a response took for `subject`, and its memory until it is sent. */
  add(subject: string, size: ResponseSize, response: Response): void;
  /** Returns whether the next request must wait, for a subject with `used` slots. */
  mustWait(subject: string, used: number, hasOtherSubjects: boolean): boolean;
}

/**
 * Creates the bookkeeping of large responses.
 *
 * @param onLess is called when a subject may continue
 */
export function trackLargeResponses(onLess: () => void): LargeResponses {
  // Only subjects with large responses in the last seconds.
  const loads = new Map<string, SubjectLoad>();

  function forget(subject: string, load: SubjectLoad): void {
    if (load.unsentBytes === 0 && load.restUntil + WARY_MS <= performance.now()) loads.delete(subject);
    onLess();
  }

  return {
    add(subject, { produced, sent }, response) {
      // guard: large-response
      if (produced < LARGE_BYTES) return;
      const now = performance.now();
      const load = loads.get(subject) ?? { restUntil: now, unsentBytes: 0 };
      loads.set(subject, load);
      load.restUntil = Math.max(now, load.restUntil) + (REST * produced) / BYTES_PER_MS;
      // Timers can fire a millisecond early, and nothing else would check again.
      const restMs = Math.ceil(load.restUntil - now) + 1;
      setTimeout(onLess, restMs).unref();
      setTimeout(forget, restMs + WARY_MS, subject, load).unref();
      // The client has left: the response will not close a second time.
      if (response.closed) return;
      load.unsentBytes += sent;
      response.once('close', () => {
        load.unsentBytes -= sent;
        forget(subject, load);
      });
    },
    mustWait(subject, used, hasOtherSubjects) {
      const load = loads.get(subject);
      if (!load) return false;
      // guard: unsent-bytes
      if (load.unsentBytes > MAX_UNSENT_BYTES) return true;
      // guard: large-responses-rest
      return hasOtherSubjects && (used > 0 || load.restUntil > performance.now());
    },
  };
}
