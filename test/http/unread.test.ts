import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { sendEvents } from '../../src/graphql/server-sent-events.ts';
import { Exchange } from '../../src/http/response/exchange.ts';
import { createHttpServer, TIMEOUTS } from '../../src/http/server/server.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const SHORT = { headersMs: 400, requestMs: 800, writeMs: 500, idleMs: 300, checkMs: 100 };
const WAIT = { timeout: 40_000 };

const service = useService({ timeouts: SHORT });
const patient = useService({ timeouts: { idleMs: 5_000 } });
const keeping = useService({ timeouts: { ...SHORT, idleMs: 30_000 } });

/** Opens a connection on which nothing is read by default. */
function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  return socket.on('error', () => {});
}

const GET = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

it('serves the next request of a connection that was idle for longer than any other limit', async () => {
  const socket = open(keeping.url);
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  for (let count = 1; count <= 2; count++) {
    socket.write(GET('/healthz'));
    await expect.poll(() => received.split('HTTP/1.1 200 OK').length - 1).toBe(count);
    // The idle time itself is the case.
    await sleep(2 * SHORT.requestMs);
  }
  expect(received).toContain('Keep-Alive: timeout=30');
  socket.destroy();
});

describe('a connection is closed', () => {
  it.each<[string, string]>([
    ['says nothing', ''],
    ['dawdles in its headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    [
      'dawdles in its body',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
    ['idles after a request', GET('/healthz')],
  ])('when its client %s', async (_what, bytes) => {
    const socket = open(service.url);
    socket.write(bytes);
    socket.resume();
    const dribble = setInterval(() => bytes.endsWith(': ') && socket.write('x'), 50);
    await once(socket, 'close');
    clearInterval(dribble);
    expect(socket.destroyed).toBe(true);
  });

  it('when its client reads no responses', async () => {
    const script = await longestScript(service.url);
    const socket = open(service.url);
    socket.pause();
    socket.write(GET(script).repeat(100));
    await once(socket, 'connect');
    await expect.poll(() => service.connections(), WAIT).toBe(0);
    socket.destroy();
  });

  it('when its client reads nothing of a stream, of which no more is made meanwhile', async () => {
    let made = 0;
    async function* endless() {
      for (;;) yield { data: { text: `${++made}${'x'.repeat(1_000_000)}` } };
    }
    const server = createHttpServer(
      express().use((request) => sendEvents(endless(), new Exchange(request, 'id'))),
      { recall: () => undefined } as never,
      { timeouts: SHORT },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const socket = open(`http://127.0.0.1:${port}`);
    socket.pause();
    socket.write(GET('/'));
    await once(socket, 'connect');
    await expect.poll(() => made, WAIT).toBeGreaterThan(0);
    await expect.poll(() => promisify(server.getConnections.bind(server))(), WAIT).toBe(0);
    // The requests that the kernel buffered, and one more.
    expect(made).toBeLessThan(30);
    socket.destroy();
    server.close();
  });

  it('but not while its client waits for a slow response', async () => {
    const hold = await service.database.pool.connect();
    await hold.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
    const account = await createAccount(service);
    const answer = account.call('GET', '/products');
    await new Promise((resolve) => setTimeout(resolve, 3 * SHORT.writeMs));
    await hold.query('ROLLBACK');
    hold.release();
    expect((await answer).status).toBe(200);
  });

  it('within 75 seconds in the service', () => {
    const { headersMs, requestMs, writeMs, idleMs, checkMs } = TIMEOUTS;
    expect(Math.max(headersMs, requestMs) + checkMs).toBeLessThan(60_000);
    expect(writeMs).toBe(30_000);
    expect(idleMs).toBeLessThan(60_000);
  });
});

describe('requests sent ahead on one connection', () => {
  it('all get responses, in order', async () => {
    const socket = open(patient.url);
    const ids = Array.from({ length: 100 }, (_, at) => `ahead-${at}`);
    const asked = ids.map((id, at) =>
      GET('/healthz', `X-Request-Id: ${id}\r\n${at === 99 ? 'Connection: close\r\n' : ''}`),
    );
    socket.write(asked.join(''));
    const answers = await text(socket);
    expect([...answers.matchAll(/X-Request-Id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('are worked on a few at a time, and no more are read than some hundreds', async () => {
    const before = seen(patient);
    const script = await longestScript(patient.url);
    const socket = open(patient.url);
    socket.pause();
    // The responses to a few of these fill every buffer on the way.
    socket.write(GET(script, 'X-Request-Id: unread\r\n').repeat(200));
    await expect.poll(() => socket.bytesWritten, WAIT).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(seen(patient) - before).toBeLessThan(30);
    socket.destroy();
  });

  it('are cut off when there are thousands', async () => {
    const script = await longestScript(patient.url);
    const socket = open(patient.url);
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(GET(script).repeat(5_000));
    await once(socket, 'connect');
    await expect.poll(() => patient.connections(), WAIT).toBe(0);
    socket.on('end', () => socket.destroy()).resume();
    await closed;
  });
});

/** Returns how many responses of the connection's test have ended. */
function seen({ logged }: typeof service): number {
  return logged().split('"request":"unread"').length - 1;
}

async function longestScript(url: string): Promise<string> {
  const page = await (await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).text();
  return /src="(\/graphql\/assets\/graphiql-[^"]+)"/.exec(page)![1]!;
}
