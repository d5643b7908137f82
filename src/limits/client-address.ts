import { isIP, isIPv4, SocketAddress } from 'node:net';

/** Who sent a request, as far as the network tells. */
export interface ClientAddress {
  /** The address; of IPv6 its /64, because whoever has one address there has them all. */
  address: string;
  /** The /48 of IPv6, which is what a provider gives to one customer at most; the same as `address` for IPv4. */
  network: string;
}

/**
 * Returns what to count a client by. `claimed` is what a trusted proxy says, which may be anything:
 * unless it is an address, `own` counts, the one at the other end of the socket.
 */
export function clientAddressOf(claimed: string | undefined, own: string | undefined): ClientAddress {
  const text = [claimed, own].map(withoutZone).find((each) => isIP(each) !== 0) ?? 'unknown';
  const plain = mappedIPv4(text) ?? text;
  if (isIP(plain) !== 6) return { address: plain, network: plain };
  const groups = groupsOf(plain);
  return { address: prefix(groups, 64), network: prefix(groups, 48) };
}

/** `fe80::1%eth0` → `fe80::1`: the zone is this machine's own name for a link. */
function withoutZone(address = ''): string {
  return address.replace(/%.*$/, '');
}

/** `::ffff:192.0.2.1` and `::ffff:c000:201` → `192.0.2.1`. */
function mappedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const [, ipv4] = /^::ffff:([\d.]+)$/.exec(canonical(address)) ?? [];
  return isIPv4(ipv4 ?? '') ? ipv4 : undefined;
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = canonical(address).split('::');
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean));
  return [...first!, ...Array<string>(8 - first!.length - last!.length).fill('0'), ...last!];
}

/** One spelling of the many that an address has. */
function canonical(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

function prefix(groups: string[], bits: 48 | 64): string {
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
