import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';
import type { Database } from '../../database/connect.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import type { GuessLimiter } from '../../limits/guesses.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Allowance } from '../../schema/core/caller/plans.ts';
import type { Visit } from '../../schema/core/caller/visit.ts';
import type { Settings } from '../../schema/core/context.ts';
import {
  createAuthenticateSession,
  type LiveSession,
} from '../../schema/people/session/authenticate-session.ts';
import type { Exchange } from '../response/exchange.ts';
import type { InTime } from '../server/deadline.ts';
import {
  countedByAddress,
  type CountedSubject,
  countRequest,
  type Identify,
  limitReached,
  reportUsage,
} from './admission.ts';

/** A name or address of the local machine, which no other site can use. */
const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;
/** The header in which the page sends the id of the person that it displays. */
const PERSON_HEADER = 'Provender-Person';

export interface SessionOptions {
  database: Database;
  inTime: InTime;
  limiter: Limiter<Allowance>;
  guesses: GuessLimiter;
  publicUrl: () => string;
  settings: Pick<Settings, 'cell'>;
}

/**
 * Returns the function that identifies requests of the service's own pages by their session cookie, unless
 * they send a key. Each person has rate limits of their own, in all their sessions, so that nobody uses up
 * those of an owner. Requests without a session count for their address. Cookies of requests from other
 * origins are ignored.
 *
 * @param otherwise identifies requests that do not come from the web page
 */
export function identifyBySession(otherwise: Identify, options: SessionOptions): Identify {
  const { database, publicUrl, settings } = options;
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
        reportUsage(exchange, verdict);
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

/**
 * Returns whether one of the service's own pages sent this request. Browsers send `Origin`, which pages
 * cannot forge, or for a plain GET `Sec-Fetch-Site`.
 */
export function isFromServicePage(request: Request, publicUrl: string): boolean {
  const { origin, host = '' } = request.headers;
  if (origin === undefined && /* guard: fetch-site */ request.get('Sec-Fetch-Site') === 'same-origin')
    return true;
  if (origin === new URL(publicUrl).origin) return true;
  // The local machine has several names; the page was loaded under the same one.
  return /* guard: loopback-host */ LOOPBACK_HOST.test(host) && origin === `${request.protocol}://${host}`;
}

type Browser = Omit<Visit, 'guesses' | 'usageOfKeys' | 'countChange'>;

/**
 * Returns the cookies of a session. Scripts cannot read them, other sites can send them only by following a
 * link, and with TLS nobody else can set them.
 */
function browserOf(
  { request, response }: Exchange,
  { publicUrl, cell }: { publicUrl: string; cell: string | undefined },
): Browser {
  const isSecure = publicUrl.startsWith('https:');
  const prefix = isSecure ? /* guard: host-cookie */ '__Host-' : '';
  const [session, device, ownCell] = ['session', 'device', 'cell'].map(
    (name) => `${prefix}provender_${name}`,
  ) as [string, string, string];
  const cookies = parseCookie(request.headers.cookie ?? '');
  const flags: CookieOptions = {
    /* guard: http-only-cookie */ httpOnly: true,
    /* guard: same-site-cookie */ sameSite: 'lax',
    path: '/',
    /* guard: secure-cookie */ secure: isSecure,
  };

  const keep = (name: string, token: string, expiresAt: Date) =>
    void response.cookie(name, token, {
      ...flags,
      maxAge: 1_000 * Math.round((expiresAt.getTime() - Date.now()) / 1_000),
    });
  return {
    sessionToken: cookies[session],
    deviceToken: cookies[device],
    ...clientAddressOf(request.ip, request.socket.remoteAddress),
    userAgent: request.get('User-Agent'),
    cell: cookies[ownCell],
    keepSession(token, expiresAt) {
      keep(session, token, expiresAt);
      if (cell) keep(ownCell, cell, expiresAt);
    },
    forgetSession() {
      response.clearCookie(session, flags);
      if (cell) response.clearCookie(ownCell, flags);
    },
    keepCell: (other, expiresAt) => keep(ownCell, other, expiresAt),
    keepDevice: (token, expiresAt) => keep(device, token, expiresAt),
  };
}
