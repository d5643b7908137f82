import type { Request } from 'express';
import type { Database } from '../../database/connect.ts';
import type { GuessLimiter } from '../../limits/guesses.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import type { Settings } from '../../schema/core/context.ts';
import {
  createAuthenticateSession,
  type LiveSession,
} from '../../schema/people/session/authenticate-session.ts';
import type { Visit } from '../../schema/core/caller/visit.ts';
import {
  countRequest,
  type CountedSubject,
  countedByAddress,
  type Identify,
  limitReached,
} from './admission.ts';
import type { InTime } from '../server/deadline.ts';
import type { Exchange } from '../response/exchange.ts';
import { isFromServicePage } from './own-page.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { browserOf } from './session-cookies.ts';

/** The header in which the page sends the id of the person that it displays. */
const PERSON_HEADER = 'Provender-Person';

export interface SessionOptions {
  database: Database;
  inTime: InTime;
  limiter: Limiter<Allowance>;
  guesses: GuessLimiter;
  publicUrl: () => string;
  settings: Pick<Settings, 'cell'>;
  /** Identifies requests that do not come from the web page. */
  otherwise: Identify;
}

/**
 * Returns the function that identifies requests of the service's own pages by their session cookie, unless
 * they send a key. Each person has rate limits of their own, in all their sessions, so that nobody uses up
 * those of an owner. Requests without a session count for their address. Cookies of requests from other
 * origins are ignored.
 */
export function identifyBySession(options: SessionOptions): Identify {
  const { database, publicUrl, settings, otherwise } = options;
  const authenticate = createAuthenticateSession(database.pool);
  return async (exchange) => {
    const { request, response } = exchange;
    const isOwn =
      /* guard: authorization-first */ request.headers.authorization === undefined &&
      /* guard: own-page */ isFromServicePage(request, publicUrl());
    if (!isOwn) return otherwise(exchange);

    // A response that depends on a cookie must not be cached for other users.
    // guard: session-cache
    response.set('Cache-Control', 'no-store');
    const browser = browserOf(exchange, { publicUrl: publicUrl(), cell: settings.cell });
    const found = await authenticate(browser.sessionToken);
    const session = found && /* guard: shown-person */ isDisplayedPerson(request, found) ? found : null;
    const counted = session ? countedByPerson(session, 'reads') : countedByAddress(request);
    return {
      caller: session && session.caller,
      counted,
      charged: session ? countedByPerson(session, 'changes') : undefined,
      share: session ? accountSubject(session) : counted.subject,
      reauthenticate: session ? () => authenticate.again(session.caller) : undefined,
      visit() {
        if (session?.renewedUntil) browser.keepSession(browser.sessionToken!, session.renewedUntil);
        return { ...browser, ...limitsOf(options, exchange, session, counted) };
      },
    };
  };
}

/**
 * Returns whether the page displays the person of the session. Another person can have signed in in another
 * tab since, and all tabs send that cookie: input of the first person must not be stored for the second.
 */
function isDisplayedPerson(request: Request, { caller }: LiveSession): boolean {
  const shown = request.get(PERSON_HEADER);
  return shown === undefined || shown === String(caller.personId);
}

/** Returns the limits of guesses and changes of a browser, and the usage of the account's keys. */
function limitsOf(
  options: SessionOptions,
  exchange: Exchange,
  session: LiveSession | null,
  asRead: CountedSubject,
): Pick<Visit, 'guesses' | 'countChange' | 'usageOfKeys'> {
  const { limiter, guesses } = options;
  return {
    guesses,
    ...(session && {
      async countChange() {
        const verdict = await countRequest(options, exchange, countedByPerson(session, 'changes'));
        exchange.response.set(rateLimitHeaders(verdict, verdict.refusedBy));
        limiter.giveBack(asRead.subject, asRead.allowance).catch(() => {});
        return verdict.refusedBy ? /* guard: change-limit */ limitReached(verdict) : verdict;
      },
    }),
    usageOfKeys: ({ accountId, plan }) => limiter.peek(`account:${accountId}`, plan),
  };
}

function countedByPerson({ caller }: LiveSession, allowance: 'reads' | 'changes'): CountedSubject {
  return {
    subject: `${allowance}:${caller.accountId}:${/* guard: person-allowance */ caller.personId}`,
    allowance,
  };
}

function accountSubject({ caller }: LiveSession): string {
  return `account:${caller.accountId}`;
}
