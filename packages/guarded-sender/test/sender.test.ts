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
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterAll(async () => {
  server.closeAllConnections();
  await Promise.all([sender.close(), impatient.close()]);
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
