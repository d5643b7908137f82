import { describe, expect, it } from 'vitest';
import { clientAddressOf } from '../../src/limits/client-address.ts';

const SOCKET = '::ffff:203.0.113.9';

describe('a client counts', () => {
  it.each([
    ['IPv4', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['IPv4 within IPv6', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['the same in hexadecimal', '::FFFF:c000:201', '192.0.2.1', '192.0.2.1'],
    ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['a neighbour in the same /64', '2001:DB8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['a neighbour in the same /48', '2001:db8:1:ffff::1', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['IPv6 in another spelling', '2001:0db8:0001::198.51.100.7', '2001:db8:1:0::/64', '2001:db8:1::/48'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['loopback', '::1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('by its address or network: %s', (_what, claimed, address, network) => {
    expect(clientAddressOf(claimed, SOCKET)).toEqual({ address, network });
  });

  it.each([
    ['long text', 'x'.repeat(300)],
    ['nothing', ''],
    ['nothing at all', undefined],
    ['a name', 'unknown'],
    ['an address and a port', '192.0.2.1:80'],
    ['a NUL', '192.0.2.1\0'],
    ['a network', '2001:db8::/32'],
  ])('by its socket when a proxy sends %s', (_what, claimed) => {
    expect(clientAddressOf(claimed, SOCKET).address).toBe('203.0.113.9');
  });

  it('together with others when it has disconnected', () => {
    expect(clientAddressOf(undefined, undefined).address).toBe('unknown');
  });
});
