import type { Request } from 'express';
import { LOOPBACK_HOST } from './loopback.ts';

/**
 * Whether a page of the service's own sent this. Browsers tell by `Origin`, which no page can forge,
 * or for a plain GET, which has none, by `Sec-Fetch-Site`.
 */
export function isFromOwnPage(request: Request, publicUrl: string): boolean {
  const { origin, host = '' } = request.headers;
  if (origin === undefined) return request.get('Sec-Fetch-Site') === 'same-origin';
  if (origin === new URL(publicUrl).origin) return true;
  // At this machine the service has several names: the page was asked for under the same one.
  return LOOPBACK_HOST.test(host) && origin === `${request.protocol}://${host}`;
}
