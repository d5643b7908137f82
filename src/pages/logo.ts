import type { Response } from 'express';
import { Router } from 'express';
import { contextOf } from '../http/admission/admission.ts';
import type { InTime } from '../http/server/deadline.ts';
import { readLogo, type StoredLogo } from '../schema/people/account/read-logo.ts';
import { unauthorized } from '../schema/core/context.ts';

/** An address always has the same image, because it ends with the digest of the content. */
const MAX_AGE_S = 365 * 24 * 60 * 60;

/**
 * Returns the route of `/logo/ID`, with a key or a session of the account. Everyone who acts for it may see
 * the logo.
 */
export function logoRoutes(inTime: InTime): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/:id', async (request, response) => {
    const { exchange, params } = request;
    exchange.route = '/logo/:id';
    if (!exchange.caller) throw unauthorized();
    sendLogo(response, await inTime(exchange, readLogo(contextOf(request), params.id)));
  });
  return router;
}

/** Sends a logo as nothing but an image, whatever else is in the file. */
export function sendLogo(response: Response, { mediaType, content }: StoredLogo): void {
  response.set({
    'Content-Type': mediaType,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': `inline; filename="logo.${mediaType.replace('image/', '')}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${MAX_AGE_S}, immutable`,
  });
  response.end(content);
}
