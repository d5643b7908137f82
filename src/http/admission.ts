import type { FairLine } from '@provender/fair-pool/fair-line';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../database/connect.ts';
import type { Watch } from '../database/watch.ts';
import { clientAddressOf } from '../limits/client-address.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import type { Allowance } from '../schema/account/plans.ts';
import type { Logger } from '../log.ts';
import type { Scope } from '../schema/api-key/scopes.ts';
import { type Caller, type Context, insufficientScope, type Settings } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';
import type { LiveEvents } from '../schema/event/live-events.ts';
import type { Visit } from '../schema/session/visit.ts';
import type { RequestCounter } from '../schema/usage/request-counter.ts';
import { addHeaders } from './answer.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { logOf } from './request-log.ts';
import { takeTurn } from './take-turn.ts';

export interface AdmissionOptions {
  database: Database;
  watch: Watch;
  limiter: Limiter<Allowance>;
  announce: Context['announce'];
  settings: Settings;
  liveEvents: LiveEvents;
  log: Logger;
  requestCounter: RequestCounter;
  /** Where requests wait until fewer of the same subject are executed. */
  requestLine: FairLine;
}

/** Whose requests are counted together, and at which rates. */
export interface Counted {
  subject: string;
  allowance: Allowance;
}

/** Who sends a request. */
interface Identity {
  caller: Caller | null;
  counted: Counted;
  /** In whose share of the process the request is executed. */
  share: string;
  /** Returns the caller as it is now, for requests that go on. @throws AppError `unauthorized` */
  reauthenticate?: (() => Promise<Caller>) | undefined;
  /** Of requests of the settings page, made once they are admitted. */
  visit?: () => Visit;
}

/** A way to find out who sends a request. @throws AppError `unauthorized`, or `api_key_expired` */
export type Identify = (request: Request, response: Response) => Promise<Identity>;

/**
 * The first two checks of every request: who sends it, and whether they may send another one already. What is
 * sent without a valid key counts for the client's address.
 */
export function admit(options: AdmissionOptions, identify: Identify): RequestHandler {
  const { database, watch, limiter, liveEvents, log, requestCounter, announce, settings } = options;
  return async (request, response, next) => {
    const sender = await watch(identify(request, response)).catch((error: Error) => error);
    const isOutage = sender instanceof Error && !(sender instanceof AppError);
    const counted = sender instanceof Error ? countedByAddress(request) : sender.counted;
    const verdict = isOutage
      ? await limiter.consumeLocally(counted.subject, counted.allowance)
      : await count(options, counted);
    addHeaders(response, rateLimitHeaders(verdict, verdict.refusedBy));

    if (isOutage) return next(sender);
    const isRefused = verdict.refusedBy !== null;
    if (!(sender instanceof Error) && sender.caller) requestCounter.request(sender.caller, isRefused);
    if (isRefused) return next(limitReached(verdict));
    if (sender instanceof Error) return next(sender);

    const { caller, reauthenticate } = sender;
    const lastEventId = request.get('Last-Event-ID');
    response.locals.context = {
      caller,
      db: database.prisma,
      get log() {
        return logOf(log, response);
      },
      announce,
      settings,
      http: {
        usage: verdict,
        visit: sender.visit?.(),
        live: reauthenticate && { events: liveEvents, lastEventId, reauthenticate },
      },
    } satisfies Context;
    await waitForTurn(options, response, sender, next);
  };
}

/** Counts one request, in this process alone while the store cannot be reached. */
export function count(
  { watch, limiter }: Pick<AdmissionOptions, 'watch' | 'limiter'>,
  { subject, allowance }: Counted,
): Promise<Verdict> {
  return watch(limiter.consume(subject, allowance)).catch(() => limiter.consumeLocally(subject, allowance));
}

/** Goes on once the sender has a place. A request that finds none in time is refused, and so does not count. */
async function waitForTurn(
  { limiter, requestLine }: AdmissionOptions,
  response: Response,
  { share, counted }: Identity,
  next: Parameters<RequestHandler>[2],
): Promise<void> {
  await takeTurn(requestLine, response, share, next).catch(async (error: unknown) => {
    await limiter.giveBack(counted.subject, counted.allowance);
    throw error;
  });
}

/** Returns how requests of nobody in particular are counted: for their address, at the Business plan's figures. */
export function countedByAddress(request: Request): Counted {
  return { subject: `address:${addressOf(request).address}`, allowance: 'business' };
}

/** Returns what the sender of a request is counted by, when nothing else tells who they are. */
export function addressOf(request: Request) {
  return clientAddressOf(request.ip, request.socket.remoteAddress);
}

/** There are as many as plans have limits; each is made once. */
const refusals = new Map<string, AppError>();

/** The error of a request that a window refused. */
export function limitReached({ refusedBy, hour, minute }: Verdict): AppError {
  const used =
    refusedBy === 'hour' ? `${hour.limit} requests per hour` : `${minute.limit} requests per minute`;
  const known = refusals.get(used) ?? fault('rate_limited', `the limit of ${used} is used up`);
  refusals.set(used, known);
  return known;
}

/** What operations are given, for a request that was admitted. */
export function contextOf(response: Response): Context {
  return response.locals.context as Context;
}

/** The same for one that may have been refused. */
export function contextIn(response: Response): Context | undefined {
  return response.locals.context as Context | undefined;
}

/** Lets only keys with `scope` pass. */
export function requireScope(scope: Scope): RequestHandler {
  return (_request, response, next) => {
    next(contextOf(response).caller?.scopes.has(scope) ? undefined : insufficientScope(scope));
  };
}
