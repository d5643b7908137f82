import type { lookup, LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Thrown when a connection would leave the public internet. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Lookup = typeof lookup;

/**
 * Requires that a host is no private address. Connections to an IP address make no lookup, where the addresses of names
 * are checked.
 *
 * @throws RefusedAddressError
 */
export function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new RefusedAddressError();
}

/**
 * Returns a lookup that fails unless every address of a name is public. Connections use the addresses exactly as
 * checked, so that they cannot change in between.
 */
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
