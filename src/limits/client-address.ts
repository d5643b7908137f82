import { isIP, isIPv4, SocketAddress } from 'node:net';

/** The sender of a request, as far as the network shows. */
export interface ClientAddress {
  /** The IPv4 address, or the IPv6 /64, because a client with one address in a /64 has all of them. */
  address: string;
  /** The IPv6 /48, the most that a provider assigns to one customer; the same as `address` for IPv4. */
  network: string;
}

/**
 * Returns the address to count a client by. `claimed` is the value from a trusted proxy, which can be
 * anything: if it is not an address, `own` is used, the peer of the socket.
 */
export function clientAddressOf(claimed: string | undefined, own: string | undefined): ClientAddress {
  const text = [claimed, own].map(withoutZone).find((each) => isIP(each) !== 0) ?? 'unknown';
  const plain = mappedIPv4(text) ?? text;
  if (isIP(plain) !== 6) return { address: plain, network: plain };
  const groups = groupsOf(plain);
  return { address: prefix(groups, 64), network: prefix(groups, 48) };
}

/** Converts `fe80::1%eth0` to `fe80::1`: the zone is the local name of an interface. */
function withoutZone(address = ''): string {
  return address.split('%', 1)[0]!;
}

/** Converts `::ffff:192.0.2.1` and `::ffff:c000:201` to `192.0.2.1`. */
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

/** Returns the canonical spelling of an address. */
function canonical(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

function prefix(groups: string[], bits: 48 | 64): string {
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
