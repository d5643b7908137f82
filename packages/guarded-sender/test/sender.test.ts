import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSender } from '../src/sender.ts';
import { newSecret } from '../src/signature.ts';

const secrets = [newSecret()];
let listener: RequestListener;
const server = createServer((request, response) => listener(request, response));
const options = { allowPrivateNetworks: true, userAgent: 'test/1' };
const sender = createSender({ ...options, timeoutMs: 30_000 });
const impatient = createSender({ ...options, timeoutMs: 300 });
const patient = createSender({ ...options, timeoutMs: 1_000 });
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  server.closeAllConnections();
  await Promise.all([sender.close(), impatient.close(), patient.close()]);
  server.close();
});

/** Sends a callback to a receiver that responds with `respond`. */
async function send(respond: RequestListener, by = sender) {
  listener = respond;
  return by.send({ url, body: '{"a":1}', webhookId: 'msg_1', secrets });
}

it('sends what the receiver can verify', async () => {
  let received: unknown;
  const attempt = await send(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received = new Webhook(secrets[0]!).verify(body, request.headers as Record<string, string>);
    response.end(request.headers['user-agent']);
  });
  expect(received).toEqual({ a: 1 });
  expect(attempt).toMatchObject({ statusCode: 200, error: null, responseExcerpt: 'test/1' });
});

it('passes over information before the response', async () => {
  const attempt = await send((_request, response) => {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeHead(202).end('taken');
  });
  expect(attempt).toMatchObject({ statusCode: 202, error: null, responseExcerpt: 'taken' });
});

it('sends again on another connection when the receiver closed the idle one', async () => {
  const sockets = new Set<unknown>();
  for (let sent = 0; sent < 3; sent += 1) {
    const attempt = await send(({ socket }, response) => {
      // The connection is closed once the next request arrives on it.
      if (sockets.has(socket)) return void socket.destroy();
      sockets.add(socket);
      response.end('new');
    });
    expect(attempt).toMatchObject({ statusCode: 200, responseExcerpt: 'new' });
  }
  expect(sockets.size).toBe(3);
});

/** Opens idle connections to the receiver, and returns the requests that it gets from then on. */
async function openIdle(count: number): Promise<{ id: string; body: string; isReused: boolean }[]> {
  const known = new Set<unknown>();
  const all = Promise.withResolvers<void>();
  listener = async ({ socket }, response) => {
    if (known.add(socket).size === count) all.resolve();
    await all.promise;
    response.end();
  };
  const callback = { url, body: '{"a":1}', webhookId: 'msg_1', secrets };
  await Promise.all(Array.from({ length: count }, () => sender.send(callback)));
  const requests: { id: string; body: string; isReused: boolean }[] = [];
  listener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const isReused = known.has(request.socket);
    requests.push({ id: String(request.headers['webhook-id']), body, isReused });
    if (isReused || isDown) request.socket.destroy();
    else response.writeHead(status).end();
  };
  return requests;
}

let isDown = false;
let status = 200;

it('repeats a request once, on a new connection, however many idle ones the receiver closed', async () => {
  const callback = { url, body: '{"a":1}', webhookId: 'msg_2', secrets };
  const expected = { id: 'msg_2', body: callback.body };
  const cases: [down: boolean, responds: number, error: string | null][] = [
    [false, 200, null],
    [false, 500, 'unexpected_status_repeated'],
    [true, 200, 'connection_failed_repeated'],
  ];
  for (const [down, responds, error] of cases) {
    [isDown, status] = [down, responds];
    const requests = await openIdle(8);
    expect(await sender.send(callback)).toMatchObject({ error });
    expect(requests).toEqual([
      { ...expected, isReused: true },
      { ...expected, isReused: false },
    ]);
    // The other idle connections are closed, so that the next callbacks are sent once.
    requests.length = 0;
    await Promise.all([sender.send(callback), sender.send(callback), sender.send(callback)]);
    expect(requests).toEqual(Array.from({ length: 3 }, () => ({ ...expected, isReused: false })));
  }
});

it('has one deadline for a request and its repetition', async () => {
  const known = new Set<unknown>();
  listener = ({ socket }, response) => {
    known.add(socket);
    response.end();
  };
  const callback = { url, body: '{"a":1}', webhookId: 'msg_3', secrets };
  await patient.send(callback);
  listener = ({ socket }) => {
    // The first is dropped after most of the time, the second gets no response.
    if (known.has(socket)) setTimeout(() => socket.destroy(), 900);
  };
  const attempt = await patient.send(callback);
  expect(attempt).toMatchObject({ statusCode: null, error: 'timeout_repeated' });
  expect(attempt.durationMs).toBeLessThan(1_900);
});

it('reads no more of an endless response than its beginning', async () => {
  const closed = Promise.withResolvers<void>();
  const attempt = await send((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
    response.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  expect(attempt.responseExcerpt).toBe('x'.repeat(4_096));
  expect(attempt.error).toBeNull();
  await closed.promise;
});

it.each<[string, number | null, string, RequestListener]>([
  ['a failure', 500, 'unexpected_status', (_request, response) => response.writeHead(500).end()],
  [
    'a redirect, which it does not follow',
    302,
    'redirect_not_followed',
    (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
  [
    'headers without a bound',
    null,
    'invalid_response',
    (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
  ],
  ['what is no HTTP', null, 'invalid_response', ({ socket }) => socket.end('no HTTP\r\n\r\n')],
  ['a connection that breaks', null, 'connection_failed', ({ socket }) => socket.destroy()],
])('names the class of %s', async (_what, statusCode, error, respond) => {
  expect(await send(respond)).toMatchObject({ statusCode, error });
});

it('waits no longer than its deadline', async () => {
  expect(await send(() => {}, impatient)).toMatchObject({ statusCode: null, error: 'timeout' });
});
