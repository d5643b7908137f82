import type { lookup, LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** Thrown when a connection would leave the public internet. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Lookup = typeof lookup;

/**
 * Returns a connector to public addresses only. The check is on the connection itself: IP literals are checked without
 * a lookup, and a name's addresses are used exactly as checked, so that they cannot change in between.
 */
export function guardedConnector(timeoutMs: number, lookup: Lookup): buildConnector.connector {
  const connect = openConnector(timeoutMs, publicOnly(lookup));
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host)) return callback(new RefusedAddressError(), null);
    connect(options, callback);
  };
}

/** Returns a connector to any address. */
export function openConnector(timeoutMs: number, lookup: LookupFunction): buildConnector.connector {
  return buildConnector({ lookup, timeout: timeoutMs, allowH2: false });
}

/** Returns a lookup that fails unless every address of a name is public. */
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
