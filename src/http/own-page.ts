import type { Request } from 'express';

/** A host by a name or an address of this machine's own, which no other site can take. */
const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

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
