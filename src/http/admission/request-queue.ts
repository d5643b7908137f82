import { FairQueue } from '@provender/fair-pool/fair-queue';
import type { NextFunction } from 'express';
import { runFor } from '../../database/current-work.ts';
import { trackLargeResponses } from './track-large-responses.ts';
import type { Exchange } from '../response/exchange.ts';

/** Concurrent requests of one account or address in one process; the rest wait in order. */
const SHARE = 16;
/** Concurrent requests while others are active too, who wait for the event loop during each of them. */
const CROWDED_SHARE = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 20_000;
/** By then the work of a client that left has ended: statements and operations are cancelled sooner. */
const RELEASED_AFTER_MS = 30_000;

/** Creates the queue in which requests wait until fewer requests of the same subject are in progress. */
export function createRequestQueue(): FairQueue {
  const queue: FairQueue = new FairQueue({
    name: 'requests',
    share: SHARE,
    crowdedShare: CROWDED_SHARE,
    mustWait: (subject, used) => loads.mustWait(subject, used, queue.hasOtherSubjects(subject)),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  const loads = trackLargeResponses(() => queue.resume());
  loadsOf.set(queue, loads);
  return queue;
}

const loadsOf = new WeakMap<FairQueue, ReturnType<typeof trackLargeResponses>>();

/**
 * Continues once `subject` has a slot, which the response releases.
 *
 * @throws ShareError when no slot is free in time
 */
export async function takeSlot(
  queue: FairQueue,
  exchange: Exchange,
  subject: string,
  next: NextFunction,
): Promise<void> {
  const { response } = exchange;
  const wait = queue.enter(subject);
  if (wait) await wait;
  let hasSlot = true;
  const release = () => {
    if (hasSlot) queue.leave(subject);
    hasSlot = false;
  };
  // The client left while waiting: there is nothing to do.
  if (response.closed) return release();
  exchange.slot = { release, count: (size) => loadsOf.get(queue)?.add(subject, size, response) };
  response.once('finish', release);
  // The work for a client that left usually ends with a response that nobody reads. This timer covers the case that it
  // does not.
  response.once('close', () => {
    if (hasSlot) setTimeout(release, RELEASED_AFTER_MS).unref();
  });
  runFor(subject, next);
}
