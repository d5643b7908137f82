import { FairLine } from '@provender/fair-pool/fair-line';
import type { Express, RequestHandler, Response } from 'express';
import { actFor } from '../database/acting.ts';
import { createBurdens } from './burdens.ts';

/** Requests of one account or address that are executed at a time in one process; the rest waits, in order. */
const SHARE = 16;
/** The same while others send requests too: each one more is time on the event loop that theirs wait for. */
const CROWDED_SHARE = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 20_000;
/** What a client left behind has ended by then: statements and operations are cancelled sooner. */
const LEFT_BEHIND_MS = 30_000;

/** Creates the line in which requests wait until fewer of the same subject are executed. */
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
  response.locals.burden = (bytes: number) => burdensOf.get(line)?.add(subject, bytes, response);
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

/** Has every response of `app` give its place back as it ends, and count for its subject if it is large. */
export function leaveTurnAtEnd({ response }: Express): void {
  const end = response.end as (...args: unknown[]) => Response;
  response.end = function (this: Response, ...args: unknown[]) {
    const [body] = args;
    // Of a text the characters do: they are no more than its bytes.
    const size = typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
    (this.locals.burden as ((bytes: number) => void) | undefined)?.(size);
    leaveTurn(this);
    return end.apply(this, args);
  } as Response['end'];
}
