import { parseCookie } from 'cookie';
import type { CookieOptions } from 'express';
import { clientAddressOf } from '../../limits/client-address.ts';
import type { Visit } from '../../schema/core/caller/visit.ts';
import type { Exchange } from '../response/exchange.ts';

type Browser = Omit<Visit, 'guesses' | 'usageOfKeys' | 'countChange'>;

/**
 * Returns the cookies of a session. Scripts cannot read them, other sites can send them only by following a
 * link, and with TLS nobody else can set them.
 */
export function browserOf(
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
