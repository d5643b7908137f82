import type { NextFunction, Request, RequestHandler } from 'express';
import type { Database } from '../../database/connect.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Verdict } from '../../limits/verdict.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import type { Logger } from '../../log.ts';
import type { Permission } from '../../schema/core/caller/scopes.ts';
import {
  type Caller,
  type Context,
  insufficientScope,
  type Live,
  type Settings,
} from '../../schema/core/context.ts';
import { AppError, fault } from '../../schema/core/errors.ts';
import type { LiveEvents } from '../../schema/exchange/live-event/live-events.ts';
import type { LiveRequests } from '../../schema/insight/request/live-requests.ts';
import type { Visit } from '../../schema/core/caller/visit.ts';
import type { RequestCounter } from '../../schema/insight/usage/request-counter.ts';
import type { InTime } from '../server/deadline.ts';
import type { Exchange } from '../response/exchange.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { logOf } from '../observe/request-log.ts';
import type { RequestQueue } from './request-queue.ts';

export interface AdmissionOptions {
  database: Database;
  inTime: InTime;
  limiter: Limiter<Allowance>;
  announce: Context['announce'];
  settings: Settings;
  liveEvents: LiveEvents;
  liveRequests: LiveRequests;
  log: Logger;
  requestCounter: RequestCounter;
  requestQueue: RequestQueue;
}

/** The subject that a request counts for, and its rates. */
export interface CountedSubject {
  subject: string;
  allowance: Allowance;
}

/** The sender of a request. */
interface Identity {
  caller: Caller | null;
  counted: CountedSubject;
  /** The verdict, if the request was counted when its sender was found. */
  verdict?: Verdict | undefined;
  /** The subject that the rows of a change count for (default: `counted`). */
  charged?: CountedSubject | undefined;
  /** The subject whose share of the process the request uses. */
  share: string;
  /**
   * Returns the caller as of now, for long requests.
   *
   * @throws AppError `unauthorized`
   */
  reauthenticate?: (() => Promise<Caller>) | undefined;
  /** Returns the browser of a request of the web page; called once the request is admitted. */
  visit?: () => Visit;
}

/**
 * Identifies the sender of a request.
 *
 * @throws AppError `unauthorized`, or `api_key_expired`
 */
export type Identify = (exchange: Exchange) => Promise<Identity>;

/**
 * Returns the middleware that authenticates every request and applies the rate limits. Requests without a
 * valid key count for the client's address.
 */
export function admit(options: AdmissionOptions, identify: Identify): RequestHandler {
  const { database, inTime, log, requestCounter, announce, settings } = options;
  return async (request, response, next) => {
    const { exchange } = request;
    const found = await inTime(exchange, identify(exchange)).catch((error: Error) => error);
    // guard: unknown-sender
    if (found instanceof Error) throw await admissionRefusal(options, request, found);

    const { caller, counted, charged = counted, reauthenticate, visit } = found;
    exchange.sender = caller;
    const verdict = found.verdict ?? (await countRequest(options, exchange, counted));
    response.set(rateLimitHeaders(verdict, verdict.refusedBy));
    const isRefused = verdict.refusedBy !== null;
    if (caller) requestCounter.request(caller, isRefused);
    // guard: refused-count
    if (isRefused) throw limitReached(verdict);

    const live: Live | undefined = reauthenticate && {
      events: options.liveEvents,
      requests: options.liveRequests,
      lastEventId: request.get('Last-Event-ID'),
      reauthenticate,
    };
    exchange.context = {
      caller,
      db: database.prisma,
      log: () => logOf(log, exchange),
      announce,
      settings,
      http: {
        address: () => addressOf(request).address,
        usage: verdict,
        charge: (requests) => charge(options, exchange, charged, requests),
        visit: visit?.(),
        leaveOutOfLog: () => void (exchange.isLogReader = true),
        live,
      },
    };
    await waitForSlot(options, exchange, found, next);
  };
}

/**
 * Returns the error for a request whose sender is not identified, which counts for the client's address. If
 * the database is away, it counts in this process only.
 */
async function admissionRefusal(options: AdmissionOptions, request: Request, error: Error): Promise<Error> {
  const { exchange } = request;
  const counted = countedByAddress(request);
  const isOutage = !(error instanceof AppError);
  const verdict = isOutage
    ? await options.limiter.consumeLocally(counted.subject, counted.allowance)
    : await countRequest(options, exchange, counted);
  exchange.response.set(rateLimitHeaders(verdict, verdict.refusedBy));
  return !isOutage && verdict.refusedBy !== null
    ? /* guard: unknown-sender-limit */ limitReached(verdict)
    : error;
}

/** Counts one request; only in this process while the store is unavailable. */
export function countRequest(
  { inTime, limiter }: Pick<AdmissionOptions, 'inTime' | 'limiter'>,
  exchange: Exchange,
  { subject, allowance }: CountedSubject,
): Promise<Verdict> {
  return inTime(exchange, limiter.consume(subject, allowance)).catch(() =>
    limiter.consumeLocally(subject, allowance),
  );
}

/** Counts more requests for one that does the work of several. @throws AppError `rate_limited` */
async function charge(
  { inTime, limiter, log }: AdmissionOptions,
  exchange: Exchange,
  { subject, allowance }: CountedSubject,
  requests: number,
): Promise<void> {
  const verdict = await inTime(exchange, limiter.charge(subject, allowance, requests)).catch(
    (error: unknown) => {
      // Counters never fail a request.
      logOf(log, exchange).warn({ err: error }, 'the rows of a request were not counted');
    },
  );
  if (!verdict) return;
  exchange.response.set(rateLimitHeaders(verdict, verdict.refusedBy));
  // guard: refused-change
  if (verdict.refusedBy !== null) throw limitReached(verdict);
}

/** Continues once the sender has a slot. A request that gets none in time is refused and does not count. */
async function waitForSlot(
  { limiter, requestQueue }: AdmissionOptions,
  exchange: Exchange,
  { share, counted }: Identity,
  next: NextFunction,
): Promise<void> {
  await requestQueue.takeSlot(exchange, share, next).catch(async (error: unknown) => {
    // guard: waited-count
    await limiter.giveBack(counted.subject, counted.allowance);
    throw error;
  });
}

/** Returns how anonymous requests are counted: by address, with the limits of the Business plan. */
export function countedByAddress(request: Request): CountedSubject {
  return { subject: `address:${addressOf(request).address}`, allowance: 'business' };
}

/** Returns the address that a request counts for when its sender is not identified. */
export function addressOf(request: Request) {
  return clientAddressOf(request.ip, request.socket.remoteAddress);
}

/** Returns middleware that continues once the client's address has a slot. */
export function waitByAddress({ takeSlot }: RequestQueue): RequestHandler {
  return (request, _response, next) =>
    takeSlot(request.exchange, `address:${addressOf(request).address}`, next);
}

/** Returns the error for an exceeded rate limit. */
export function limitReached({ refusedBy, hour, minute }: Verdict): AppError {
  const isHour = refusedBy === 'hour';
  const max = isHour ? hour.limit : minute.limit;
  const used = `${max} requests per ${isHour ? 'hour' : 'minute'}`;
  const problem = isHour ? 'requests_per_hour' : 'requests_per_minute';
  return fault(problem, `The limit of ${used} is exceeded`, null, { max });
}

/** Returns the operation context of an admitted request. */
export function contextOf({ exchange }: Request): Context {
  return exchange.context!;
}

/** Returns middleware that requires `scope` of the caller, or `other` in its place. */
export function requireCallerScope(scope: Permission, other = scope): RequestHandler {
  return ({ exchange: { caller } }, _response, next) => {
    const isAllowed = caller?.scopes.has(scope) || caller?.scopes.has(other);
    next(isAllowed ? undefined : /* guard: either-scope */ insufficientScope(scope, caller));
  };
}
