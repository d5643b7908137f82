import { FairQueue, type FairQueueOptions } from '@provender/fair-pool/fair-queue';
import type { NextFunction } from 'express';
import { runFor } from '../../database/current-work.ts';
import { trackLargeResponses } from './track-large-responses.ts';
import type { Exchange } from '../response/exchange.ts';

/** The maximum number of concurrent requests of one subject in one process; others wait in order. */
const SHARE = 16;
/** The same while other subjects are active, which wait for the event loop during these requests. */
const CROWDED_SHARE = 2;
const MAX_QUEUED_REQUESTS = 500;
const MAX_QUEUED_MS = 20_000;
/** Longer than the work for a client that left: statements and operations are cancelled sooner. */
const RELEASED_AFTER_MS = 30_000;

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
