import type { RequestHandler, Response } from 'express';
import type { Database } from '../database/connect.ts';
import type { Watch } from '../database/watch.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import { createAuthenticate } from '../schema/api-key/authenticate.ts';
import type { Scope } from '../schema/api-key/scopes.ts';
import { type Context, insufficientScope } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';
import type { LiveEvents } from '../schema/event/live-events.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

export interface AdmissionOptions {
  database: Database;
  watch: Watch;
  limiter: Limiter;
  published: Context['published'];
  liveEvents: LiveEvents;
  allowPrivateCallbacks: boolean;
}

/**
 * The first two checks of every request: who asks, and whether they may ask again already. What is
 * sent without a valid key counts for the client's address, at the Business plan's figures.
 */
export function admit({ database, watch, limiter, liveEvents, ...rest }: AdmissionOptions): RequestHandler {
  const authenticate = createAuthenticate(database.pool);
  return async (request, response, next) => {
    const attempt = await watch(authenticate(request.get('Authorization'))).catch((error: Error) => error);
    const isOutage = attempt instanceof Error && !(attempt instanceof AppError);
    const [subject, plan] =
      attempt instanceof Error
        ? ([`address:${request.ip}`, 'business'] as const)
        : ([`account:${attempt.accountId}`, attempt.plan] as const);
    const verdict = isOutage
      ? await limiter.consumeLocally(subject, plan)
      : await watch(limiter.consume(subject, plan)).catch(() => limiter.consumeLocally(subject, plan));
    response.set(rateLimitHeaders(verdict, verdict.refusedBy));

    if (isOutage) return next(attempt);
    if (verdict.refusedBy) return next(fault('rate_limited', refusal(verdict)));
    if (attempt instanceof Error) return next(attempt);
    response.locals.context = {
      caller: attempt,
      db: database.prisma,
      usage: verdict,
      log: request.log,
      live: {
        events: liveEvents,
        lastEventId: request.get('Last-Event-ID'),
        reauthenticate: () => authenticate(request.get('Authorization')),
      },
      ...rest,
    } satisfies Context;
    next();
  };
}

function refusal({ refusedBy, hour, minute }: Verdict): string {
  return refusedBy === 'hour'
    ? `the limit of ${hour.limit} requests per hour is used up`
    : `the limit of ${minute.limit} requests per minute is used up`;
}

/** What operations are given, for a request that was admitted. */
export function contextOf(response: Response): Context {
  return response.locals.context as Context;
}

/** Lets only keys with `scope` pass. */
export function requireScope(scope: Scope): RequestHandler {
  return (_request, response, next) => {
    next(contextOf(response).caller?.scopes.has(scope) ? undefined : insufficientScope(scope));
  };
}
