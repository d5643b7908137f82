import type { lookup, LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** A connection that was not made, because it would have left the public internet. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Lookup = typeof lookup;

/**
 * Connects only to public addresses. The check is on the connection itself: a literal never reaches
 * the look-up, and what a name resolves to is used as it was checked, so that it cannot change
 * in between.
 */
export function guardedConnector(timeoutMs: number, lookup: Lookup): buildConnector.connector {
  const connect = openConnector(timeoutMs, publicOnly(lookup));
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host)) return callback(new RefusedAddressError(), null);
    connect(options, callback);
  };
}

/** Connects to any address. */
export function openConnector(timeoutMs: number, lookup: LookupFunction): buildConnector.connector {
  return buildConnector({ lookup, timeout: timeoutMs, allowH2: false });
}

/** Looks a name up once, and hands on its addresses only if every one is public. */
export function publicOnly(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses: LookupAddress[] = found;
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddressError(), '', 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first!.address, first!.family);
    });
  };
}
