import type { FairLine } from '@provender/fair-pool/fair-line';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../database/connect.ts';
import type { Watch } from '../database/watch.ts';
import { clientAddressOf } from '../limits/client-address.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import type { Allowance } from '../schema/account/plans.ts';
import type { Logger } from '../log.ts';
import { createAuthenticate } from '../schema/api-key/authenticate.ts';
import type { Scope } from '../schema/api-key/scopes.ts';
import { type Context, insufficientScope } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';
import type { LiveEvents } from '../schema/event/live-events.ts';
import type { SecretBox } from '../schema/secret/secret-box.ts';
import type { RequestCounter } from '../schema/usage/request-counter.ts';
import { addHeaders } from './answer.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { logOf } from './request-log.ts';
import { takeTurn } from './take-turn.ts';

export interface AdmissionOptions {
  database: Database;
  watch: Watch;
  limiter: Limiter<Allowance>;
  published: Context['published'];
  liveEvents: LiveEvents;
  log: Logger;
  allowPrivateCallbacks: boolean;
  disableWebhooksAfter: number;
  signUpAllowed: boolean;
  secrets: SecretBox;
  requestCounter: RequestCounter;
  /** Where requests wait until fewer of the same subject are executed. */
  requestLine: FairLine;
}

/**
 * The first two checks of every request: who asks, and whether they may ask again already. What is
 * sent without a valid key counts for the client's address, at the Business plan's figures.
 */
export function admit(options: AdmissionOptions): RequestHandler {
  const { database, watch, limiter, liveEvents, log, requestCounter, requestLine: _, ...rest } = options;
  const authenticate = createAuthenticate(database.pool);
  return async (request, response, next) => {
    const attempt = await watch(authenticate(request.headers.authorization)).catch((error: Error) => error);
    const isOutage = attempt instanceof Error && !(attempt instanceof AppError);
    const [subject, plan] =
      attempt instanceof Error
        ? ([`address:${addressOf(request).address}`, 'business'] as const)
        : ([`account:${attempt.accountId}`, attempt.plan] as const);
    const verdict = isOutage
      ? await limiter.consumeLocally(subject, plan)
      : await watch(limiter.consume(subject, plan)).catch(() => limiter.consumeLocally(subject, plan));
    addHeaders(response, rateLimitHeaders(verdict, verdict.refusedBy));

    if (!(attempt instanceof Error)) requestCounter.request(attempt, verdict.refusedBy !== null);
    if (isOutage) return next(attempt);
    if (verdict.refusedBy) return next(limitReached(verdict));
    if (attempt instanceof Error) return next(attempt);
    response.locals.context = {
      caller: attempt,
      db: database.prisma,
      usage: verdict,
      get log() {
        return logOf(log, response);
      },
      live: {
        events: liveEvents,
        lastEventId: request.get('Last-Event-ID'),
        reauthenticate: () => authenticate(request.headers.authorization),
      },
      ...rest,
    } satisfies Context;
    await waitForTurn(options, response, subject, { subject, allowance: plan }, next);
  };
}

/** Goes on once the subject has a place. A request that finds none in time is refused, and so does not count. */
export async function waitForTurn(
  { limiter, requestLine }: Pick<AdmissionOptions, 'limiter' | 'requestLine'>,
  response: Response,
  subject: string,
  counted: { subject: string; allowance: Allowance },
  next: Parameters<RequestHandler>[2],
): Promise<void> {
  await takeTurn(requestLine, response, subject, next).catch(async (error: unknown) => {
    await limiter.giveBack(counted.subject, counted.allowance);
    throw error;
  });
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
