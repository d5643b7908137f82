import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionLimits, trustedProxies } from '../../src/http/server/bound-connections.ts';
import { useService } from '../support/service/service.ts';
import { createAccount } from '../support/service/account.ts';

/** The time limit of a poll, far shorter than the time until idle connections are closed anyway. */
const PATIENCE = { timeout: 4_000 };
const TOTAL = 40;
const PER_ADDRESS = 10;
/** Connections whose responses were read late are closed soon afterwards. */
const service = useService({ connections: { total: TOTAL }, timeouts: { idleMs: 5_000 } });
const perAddress = useService({ connections: { perAddress: PER_ADDRESS } });
const behindProxy = useService({ trustProxy: 1, connections: { total: TOTAL, perAddress: PER_ADDRESS } });

const BODY =
  'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n{';

/** Opens a connection from an address of this machine, and sends `text`. Nothing is read. */
async function open(url: string, localAddress: string, text: string): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Returns the status of a request on a new connection, or 0 without a response. */
async function statusOf(key: string): Promise<number> {
  const asking = get(`${service.url}/api/v1/deliveries`, {
    agent: false,
    headers: { Authorization: `Bearer ${key}` },
  });
  try {
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode!;
  } catch {
    return 0;
  }
}

/** Waits until the other side has closed the connection. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.resume().once('close', resolve));
}

async function scriptOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/docs`)).text();
  return new URL(/src="([^"]+\.js)"/.exec(page)![1]!, `${url}/docs`).pathname;
}

describe('connections from many addresses', () => {
  it.each<[what: string, text: (script: string) => string]>([
    ['send nothing', () => ''],
    ['never finish their headers', () => 'GET / HTTP/1.1\r\nX-Slow: '],
    ['never finish their bodies', () => BODY],
    ['never read a large response', (script) => `GET ${script} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3)],
  ])('keep nobody away when they %s', async (_what, text) => {
    const neighbour = await createAccount(service);
    const first = text(await scriptOf(service.url));
    const sockets: Socket[] = [];
    for (let batch = 0; batch < 6; batch++) {
      for (let number = 0; number < TOTAL / 2; number++) {
        sockets.push(await open(service.url, `127.0.1.${1 + number}`, first));
      }
      // A response that is about to be sent keeps its connection.
      await expect.poll(() => statusOf(neighbour.key), PATIENCE).toBe(200);
    }
    expect(await service.connections()).toBeLessThanOrEqual(TOTAL);
    // The oldest made room for the others.
    await Promise.all(sockets.slice(0, TOTAL).map(closed));
  });
});

describe('connections of one address', () => {
  it('are closed at once beyond its limit', async () => {
    const sockets: Socket[] = [];
    for (let number = 0; number < PER_ADDRESS; number++) {
      sockets.push(await open(perAddress.url, '127.0.2.1', ''));
    }
    await closed(await open(perAddress.url, '127.0.2.1', ''));
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
    const other = await open(perAddress.url, '127.0.2.2', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(other, 'readable');
    sockets.pop()!.destroy();
    await expect
      .poll(async () => {
        const next = await open(perAddress.url, '127.0.2.1', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
        return Promise.race([once(next, 'readable').then(() => !next.readableEnded), closed(next)]);
      })
      .toBe(true);
  });

  it('are not limited if it is a trusted proxy', async () => {
    const sockets: Socket[] = [];
    for (let number = 0; number < 2 * PER_ADDRESS; number++) {
      sockets.push(await open(behindProxy.url, '127.0.2.1', ''));
    }
    await expect.poll(() => behindProxy.connections()).toBe(2 * PER_ADDRESS);
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
  });
});

it('leaves descriptors for everything else', () => {
  const { total, perAddress } = connectionLimits();
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThanOrEqual(20_000);
  expect(perAddress).toBeLessThanOrEqual(total / 4);
});

it('knows the proxies as Express does', () => {
  expect(trustedProxies(false)('127.0.0.1')).toBe(false);
  expect(trustedProxies(2)('192.0.2.1')).toBe(true);
  expect(trustedProxies(['loopback', '10.0.0.0/8'])('10.1.2.3')).toBe(true);
  expect(trustedProxies(['loopback', '10.0.0.0/8'])('192.0.2.1')).toBe(false);
});
