import { FairLine } from '@provender/fair-pool/fair-line';
import type { Express, RequestHandler, Response } from 'express';
import { actFor } from '../database/acting.ts';
import { createBurdens } from './burdens.ts';

/** Concurrent requests of one account or address in one process; the rest wait in order. */
const SHARE = 16;
/** The same while others are active: each further request is time on the event loop that they wait for. */
const CROWDED_SHARE = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 20_000;
/** By then the work of a client that left has ended: statements and operations are cancelled sooner. */
const LEFT_BEHIND_MS = 30_000;

/** Creates the queue in which requests wait until fewer requests of the same subject are in progress. */
export function createRequestLine(): FairLine {
  const line: FairLine = new FairLine({
    name: 'requests',
    share: SHARE,
    crowdedShare: CROWDED_SHARE,
    isHeldBack: (subject, held) => burdens.isTooMuch(subject, held, line.hasCompany(subject)),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  const burdens = createBurdens(() => line.resume());
  burdensOf.set(line, burdens);
  return line;
}

const burdensOf = new WeakMap<FairLine, ReturnType<typeof createBurdens>>();

/**
 * Continues once `subject` has a slot. The slot is released when the response is handed to the socket, not when it is
 * read: pipelined responses are sent in order, whichever is ready first.
 *
 * @throws ShareError when no slot is free in time
 */
export async function takeTurn(
  line: FairLine,
  response: Response,
  subject: string,
  next: Parameters<RequestHandler>[2],
): Promise<void> {
  const turn = line.enter(subject);
  if (turn) await turn;
  let isHeld = true;
  const leave = () => {
    if (isHeld) line.leave(subject);
    isHeld = false;
  };
  // The client left while waiting: there is nothing to do.
  if (response.closed) return leave();
  response.locals.leave = leave;
  response.locals.burden = (sent: number) => {
    const { producedBytes = sent } = response.locals as { producedBytes?: number };
    burdensOf.get(line)?.add(subject, { produced: producedBytes, sent }, response);
  };
  // The work for a client that left usually ends with a response that nobody reads. This timer covers the case that it
  // does not.
  response.once('close', () => {
    if (isHeld) setTimeout(leave, LEFT_BEHIND_MS).unref();
  });
  actFor(subject, next);
}

/** Releases a request's slot before its response is complete: a stream has started. */
export function leaveTurn({ locals }: Response): void {
  (locals.leave as (() => void) | undefined)?.();
}

/** Makes every response of `app` release its slot as it ends, and counts large ones for their subject. */
export function leaveTurnAtEnd({ response }: Express): void {
  const end = response.end as (...args: unknown[]) => Response;
  response.end = function (this: Response, ...args: unknown[]) {
    const [body] = args;
    // For text, the number of characters is a lower bound on the bytes.
    const size = typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
    (this.locals.burden as ((bytes: number) => void) | undefined)?.(size);
    leaveTurn(this);
    return end.apply(this, args);
  } as Response['end'];
}
