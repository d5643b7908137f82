import { createServer } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lookup, publicOnly, RefusedAddressError } from '../src/public-address.ts';
import { createSender, type SenderOptions } from '../src/sender.ts';
import { LOOPBACK_SPELLINGS, PRIVATE_ADDRESSES } from './hosts.ts';

const REFUSED = { statusCode: null, error: 'address_refused', responseExcerpt: null };
/** A public address to which nothing is ever connected: beside a private address it is refused as well. */
const UNASSIGNED = '2000::1';

const server = createServer((_request, response) => response.end('reached'));
let connections = 0;
let port = 0;
server.on('connection', () => (connections += 1));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a callback', () => {
  it('would reach this machine by all spellings of its address, were private networks allowed', async () => {
    const before = connections;
    expect(LOOPBACK_SPELLINGS.length).toBeGreaterThanOrEqual(30);
    for (const host of LOOPBACK_SPELLINGS) {
      const { statusCode, error } = await send(host, { allowPrivateNetworks: true });
      expect([host, statusCode, error]).toEqual([host, 200, null]);
    }
    expect(connections).toBeGreaterThan(before);
  });

  it('connects to no private address, in any of many spellings', async () => {
    const before = connections;
    for (const host of PRIVATE_ADDRESSES) {
      const attempt = await send(host, { lookup: answering() });
      expect({ host, ...attempt }).toMatchObject({ host, ...REFUSED });
    }
    expect(connections).toBe(before);
  });

  it('connects to no name that resolves to a private address', async () => {
    const before = connections;
    const addresses = PRIVATE_ADDRESSES.map((host) =>
      new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ''),
    );
    for (const address of new Set(addresses)) {
      const attempt = await send('hooks.example.com', { lookup: answering(address) });
      expect({ address, ...attempt }).toMatchObject({ address, ...REFUSED });
    }
    expect(connections).toBe(before);
  });

  it.each([
    ['private first', ['127.0.0.1', UNASSIGNED]],
    ['public first', [UNASSIGNED, '127.0.0.1']],
    ['private in the middle', [UNASSIGNED, '::ffff:127.0.0.1', UNASSIGNED]],
  ])('connects to none of the addresses of a name when one is private: %s', async (_name, addresses) => {
    const before = connections;
    expect(await send('hooks.example.com', { lookup: answering(...addresses) })).toMatchObject(REFUSED);
    expect(connections).toBe(before);
  });

  it('hands on the very addresses it checked, however the name resolves the next time', () => {
    const answers = [UNASSIGNED, '127.0.0.1'];
    const rebinding = publicOnly(lookup(() => [answers.shift()!]));
    const answered: unknown[] = [];
    for (const _ of [1, 2])
      rebinding('hooks.example.com', { all: true }, (...answer) => answered.push(answer));
    expect(answered).toEqual([
      [null, [{ address: UNASSIGNED, family: 6 }]],
      [expect.any(RefusedAddressError), '', 0],
    ]);
  });

  it('does not reveal whether anything listens at a private address', async () => {
    const [open, closed] = [await send(`127.0.0.1:${port}`), await send('127.0.0.1:1')];
    expect([open, closed]).toMatchObject([REFUSED, REFUSED]);
  });
});

async function send(host: string, options: Partial<SenderOptions> = {}) {
  const sender = createSender({
    timeoutMs: 5_000,
    allowPrivateNetworks: false,
    userAgent: 'test',
    ...options,
  });
  const attempt = await sender.send(messageTo(host));
  await sender.close();
  return attempt;
}

function messageTo(host: string) {
  return {
    webhookId: 'msg_1',
    url: `http://${/:\d{1,5}$/.test(host) ? host : `${host}:${port}`}/`,
    body: '{}',
    secrets: ['whsec_plJ3nmyCDGBKInavdOK15jsl'],
  };
}

function answering(...addresses: string[]): Lookup {
  return lookup(() => addresses);
}

/** Returns a resolver with the test's responses. */
function lookup(resolve: (hostname: string) => string[]): Lookup {
  const answer = (
    hostname: string,
    _options: unknown,
    callback: (error: null, found: LookupAddress[]) => void,
  ) => {
    const found = resolve(hostname).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    callback(null, found);
  };
  return answer as unknown as Lookup;
}
