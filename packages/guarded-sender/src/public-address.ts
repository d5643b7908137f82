import type { lookup, LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// IANA's special-purpose registries, prefixes that embed an IPv4 address, and 168.63.129.16: public by
// number, but Azure serves each of its machines that machine's metadata there.
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Within 2000::/3, which contains all public addresses: Teredo, 6to4, documentation and so on. */
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const refused = blockList([...REFUSED_V4, ...REFUSED_V6]);
const globalV6 = blockList(['2000::/3']);

/** Returns whether callbacks may go to this IP address, because it is public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, 'ipv4');
  return version === 6 && globalV6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** Thrown when a connection would leave the public internet. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Lookup = typeof lookup;

/**
 * Requires that a host is no private address. Connections to an IP address make no lookup, where the
 * addresses of names are checked.
 *
 * @throws RefusedAddressError
 */
export function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new RefusedAddressError();
}

/**
 * Returns a lookup that fails unless every address of a name is public. Connections use the addresses exactly
 * as checked, so that they cannot change in between.
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

function blockList(subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network, prefix] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
