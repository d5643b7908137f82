import type { NextFunction, RequestHandler, Request } from 'express';
import type { Database } from '../../database/connect.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { secondsUntil, type Usage, type Verdict } from '../../limits/verdict.ts';
import type { Logger } from '../../log.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import type { Permission } from '../../schema/core/caller/scopes.ts';
import type { Visit } from '../../schema/core/caller/visit.ts';
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
import type { RequestCounter } from '../../schema/insight/usage/request-counter.ts';
import { logOf } from '../observe/request-log.ts';
import type { Exchange, Headers } from '../response/exchange.ts';
import type { InTime } from '../server/deadline.ts';
import type { RequestQueue } from './request-queue.ts';

/** The subject that a request counts for, and its rates. */
export interface CountedSubject {
  subject: string;
  allowance: Allowance;
}

export interface CountingOptions {
  inTime: InTime;
  limiter: Limiter<Allowance>;
}

/** The part of a limiter that reads no store. */
export type RecallingLimiter = Pick<Limiter<Allowance>, 'recall'>;

export interface AdmissionOptions extends CountingOptions {
  database: Pick<Database, 'prisma'>;
  announce: Context['announce'];
  settings: Settings;
  liveEvents: LiveEvents;
  liveRequests: LiveRequests;
  log: Logger;
  requestCounter: RequestCounter;
  requestQueue: RequestQueue;
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
 * Returns the middleware of the steps between the headers of a request and its handler. The body comes later:
 * only handlers that have one read it, once they know the caller and that its scope is sufficient.
 */
export function admit(options: AdmissionOptions, identify: Identify): RequestHandler {
  return async ({ exchange }, _response, next) => {
    // First, because limits and shares are those of the sender.
    const identity = await identifySender(options, exchange, identify);
    // Before the slot, because a refused request must take none.
    const verdict = await countSender(options, exchange, identity);
    // After the count, because operations show the usage, and a refused request has no caller.
    exchange.context = openContext(options, exchange, identity, verdict);
    // Last, because everything that follows runs for the slot's subject.
    await waitForSlot(options, exchange, identity, next);
  };
}

async function identifySender(
  options: AdmissionOptions,
  exchange: Exchange,
  identify: Identify,
): Promise<Identity> {
  const found = await options.inTime(exchange, identify(exchange)).catch((error: Error) => error);
  // guard: unknown-sender
  if (found instanceof Error) throw await admissionRefusal(options, exchange, found);
  exchange.sender = found.caller;
  return found;
}

/**
 * Returns the error for a request whose sender is not identified, which counts for the client's address. If
 * the database is away, it counts in this process only.
 */
async function admissionRefusal(options: AdmissionOptions, exchange: Exchange, error: Error): Promise<Error> {
  const counted = countedByAddress(exchange.request);
  const isOutage = !(error instanceof AppError);
  const verdict = isOutage
    ? await options.limiter.consumeLocally(counted.subject, counted.allowance)
    : await countRequest(options, exchange, counted);
  reportUsage(exchange, verdict);
  return !isOutage && verdict.refusedBy !== null
    ? /* guard: unknown-sender-limit */ limitReached(verdict)
    : error;
}

/** Counts the request, unless that was done when its sender was found. @throws AppError `rate_limited` */
async function countSender(
  options: AdmissionOptions,
  exchange: Exchange,
  identity: Identity,
): Promise<Verdict> {
  const { caller, counted } = identity;
  const verdict = identity.verdict ?? (await countRequest(options, exchange, counted));
  reportUsage(exchange, verdict);
  const isRefused = verdict.refusedBy !== null;
  if (caller) options.requestCounter.request(caller, isRefused);
  // guard: refused-count
  if (isRefused) throw limitReached(verdict);
  return verdict;
}

/** Counts one request; only in this process while the store is unavailable. */
export function countRequest(
  { inTime, limiter }: CountingOptions,
  exchange: Exchange,
  { subject, allowance }: CountedSubject,
): Promise<Verdict> {
  return inTime(exchange, limiter.consume(subject, allowance)).catch(() =>
    limiter.consumeLocally(subject, allowance),
  );
}

function openContext(
  options: AdmissionOptions,
  exchange: Exchange,
  { caller, counted, charged = counted, reauthenticate, visit }: Identity,
  usage: Verdict,
): Context {
  const { database, log, announce, settings } = options;
  const { request } = exchange;
  const live: Live | undefined = reauthenticate && {
    events: options.liveEvents,
    requests: options.liveRequests,
    lastEventId: request.get('Last-Event-ID'),
    reauthenticate,
  };
  return {
    caller,
    db: database.prisma,
    log: () => logOf(log, exchange),
    announce,
    settings,
    http: {
      address: () => addressOf(request).address,
      usage,
      charge: (requests) => chargeRequests(options, exchange, charged, requests),
      visit: visit?.(),
      leaveOutOfLog: () => void (exchange.isLogReader = true),
      live,
    },
  };
}

/** Counts more requests for one that does the work of several. @throws AppError `rate_limited` */
async function chargeRequests(
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
  reportUsage(exchange, verdict);
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

/** Returns the steps of pages without a caller, which wait for the slots of their client's address. */
export function admitByAddress(options: AdmissionOptions) {
  const { database, log, announce, settings, requestQueue } = options;
  return {
    waitForSlot: (...[request, _response, next]: Parameters<RequestHandler>) =>
      requestQueue.takeSlot(request.exchange, `address:${addressOf(request).address}`, next),
    contextOf: ({ exchange }: Request): Context => ({
      caller: null,
      db: database.prisma,
      log: () => logOf(log, exchange),
      announce,
      settings,
    }),
  };
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

/** Returns how anonymous requests are counted: by address, with the limits of the Business plan. */
export function countedByAddress(request: Request): CountedSubject {
  return { subject: `address:${addressOf(request).address}`, allowance: 'business' };
}

/** Returns the address that a request counts for when its sender is not identified. */
export function addressOf(request: Request) {
  return clientAddressOf(request.ip, request.socket.remoteAddress);
}

/** Returns the error for an exceeded rate limit. */
export function limitReached({ refusedBy, hour, minute }: Verdict): AppError {
  const isHour = refusedBy === 'hour';
  const max = isHour ? hour.limit : minute.limit;
  const used = `${max} requests per ${isHour ? 'hour' : 'minute'}`;
  const problem = isHour ? 'requests_per_hour' : 'requests_per_minute';
  return fault(problem, `The limit of ${used} is exceeded`, null, { max });
}

/** Reports a verdict in the headers of the response. */
export function reportUsage({ response }: Exchange, verdict: Verdict): void {
  response.set(rateLimitHeaders(verdict, verdict.refusedBy));
}

/**
 * Returns the three X-RateLimit headers and the two of the IETF draft. A refusal by the burst window reports
 * the end of that window.
 */
function rateLimitHeaders(usage: Usage, refusedBy: Verdict['refusedBy'] = null): Headers {
  const { hour, minute } = usage;
  const reset = refusedBy === 'minute' ? minute.resetAt : hour.resetAt;
  return {
    'X-RateLimit-Limit': String(hour.limit),
    'X-RateLimit-Remaining': String(hour.remaining),
    'X-RateLimit-Reset': String(Math.ceil(reset / 1_000)),
    'RateLimit-Policy': `"hour";q=${hour.limit};w=3600, "burst";q=${minute.limit};w=60`,
    RateLimit: `"hour";r=${hour.remaining};t=${secondsUntil(hour.resetAt)}, "burst";r=${minute.remaining};t=${secondsUntil(minute.resetAt)}`,
    ...(refusedBy && { 'Retry-After': String(Math.max(1, secondsUntil(reset))) }),
  };
}

/** Returns the headers of a response that does not count, without a query to the store. */
export function uncountedHeaders(limiter: RecallingLimiter, address: string): Headers {
  return rateLimitHeaders(limiter.recall(`address:${address}`, 'business'));
}
