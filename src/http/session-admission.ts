import type { RequestHandler } from 'express';
import type { GuessLimiter } from '../limits/guesses.ts';
import type { Context } from '../schema/context.ts';
import { createAuthenticateSession, type LiveSession } from '../schema/session/authenticate-session.ts';
import { type AdmissionOptions, limitReached } from './admission.ts';
import { addHeaders } from './answer.ts';
import { isFromOwnPage } from './own-page.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { logOf } from './request-log.ts';
import { browserOf } from './session-cookies.ts';

export interface SessionAdmissionOptions extends AdmissionOptions {
  guesses: GuessLimiter;
  publicUrl: () => string;
  /** Admits whoever sends a key, and refuses the others. */
  byKey: RequestHandler;
}

/**
 * Admits requests of the service's own pages that bring no key: the cookie says for whom, if for
 * anybody. A session counts in windows of its own, whoever is not signed in for their address. On
 * requests from anywhere else no cookie is looked at.
 */
export function admitSessions(options: SessionAdmissionOptions): RequestHandler {
  const { database, watch, limiter, liveEvents, log, guesses, publicUrl, byKey, ...rest } = options;
  const authenticate = createAuthenticateSession(database.pool);
  return async (request, response, next) => {
    const isOwn = request.headers.authorization === undefined && isFromOwnPage(request, publicUrl());
    if (!isOwn) return byKey(request, response, next);

    // An answer that depends on a cookie is nobody else's.
    response.set('Cache-Control', 'no-store');
    const browser = browserOf(request, response, publicUrl());
    const attempt: LiveSession | Error | null = await watch(authenticate(browser.sessionToken)).catch(
      (error: Error) => error,
    );
    const session = attempt instanceof Error ? null : attempt;
    const subject = session ? `session:${session.caller.accountId}` : `address:${request.ip}`;
    const verdict =
      attempt instanceof Error
        ? await limiter.consumeLocally(subject, 'business')
        : await watch(limiter.consume(subject, 'business')).catch(() =>
            limiter.consumeLocally(subject, 'business'),
          );
    addHeaders(response, rateLimitHeaders(verdict, verdict.refusedBy));
    if (attempt instanceof Error) return next(attempt);
    if (verdict.refusedBy) return next(limitReached(verdict));

    if (session?.renewedUntil) browser.keepSession(browser.sessionToken!, session.renewedUntil);
    const { published, allowPrivateCallbacks, disableWebhooksAfter, signUpAllowed, secrets } = rest;
    response.locals.context = {
      caller: session && session.caller,
      db: database.prisma,
      usage: verdict,
      get log() {
        return logOf(log, response);
      },
      visit: {
        ...browser,
        guesses,
        usageOfKeys: ({ accountId, plan }) => limiter.peek(`account:${accountId}`, plan),
      },
      ...(session && {
        live: {
          events: liveEvents,
          lastEventId: request.get('Last-Event-ID'),
          reauthenticate: () => authenticate.again(session.caller),
        },
      }),
      published,
      allowPrivateCallbacks,
      disableWebhooksAfter,
      signUpAllowed,
      secrets,
    } satisfies Context;
    next();
  };
}
