import type { Express, RequestHandler, Response } from 'express';
import { actFor } from '../database/acting.ts';
import { FairLine } from '../database/fair-line.ts';

/** Requests of one account or address that are executed at a time in one process; the rest waits, in order. */
const SHARE = 16;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 20_000;
/** What a client left behind has ended by then: statements and operations are cancelled sooner. */
const LEFT_BEHIND_MS = 30_000;

/** Creates the line in which requests wait until fewer of the same subject are executed. */
export function createRequestLine(): FairLine {
  return new FairLine({ name: 'requests', share: SHARE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS });
}

/**
 * Goes on for `subject` when it has a place. The place is held until the response is handed over,
 * not until it is read: pipelined responses are read in order, whichever is ready first.
 * @throws ShareError when there is no place in time
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
  // Whoever left while they waited is not worked for.
  if (response.closed) return leave();
  response.locals.leave = leave;
  // The work for a client that left goes on, and ends with a response that nobody reads; this is in case it does not.
  response.once('close', () => {
    if (isHeld) setTimeout(leave, LEFT_BEHIND_MS).unref();
  });
  actFor(subject, next);
}

/** Gives a request's place back before its response is complete: a stream has begun. */
export function leaveTurn({ locals }: Response): void {
  (locals.leave as (() => void) | undefined)?.();
}

/** Has every response of `app` give its place back as it ends. */
export function leaveTurnAtEnd({ response }: Express): void {
  const end = response.end as (...args: unknown[]) => Response;
  response.end = function (this: Response, ...args: unknown[]) {
    leaveTurn(this);
    return end.apply(this, args);
  } as Response['end'];
}
