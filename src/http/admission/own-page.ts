import type { Request } from 'express';

/** A name or address of the local machine, which no other site can use. */
const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

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
