import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendOneEvent } from '../../src/graphql/server-sent-events.ts';
import { trackLargeResponses, createRequestQueue } from '../../src/http/admission/request-queue.ts';
import { Exchange } from '../../src/http/response/exchange.ts';

const MIB = 1_024 * 1_024;
const plain = (bytes: number) => ({ produced: bytes, sent: bytes });
const response = (closed = false) =>
  Object.assign(new EventEmitter(), { closed }) as unknown as Response & EventEmitter;

it('ignores small responses', () => {
  const loads = trackLargeResponses(() => {});
  loads.add('a', plain(100_000), response());
  expect(loads.mustWait('a', 2, true)).toBe(false);
});

it('has a subject rest after a large response while others are active, and then go one at a time', async () => {
  const onLess = vi.fn<() => void>();
  const loads = trackLargeResponses(onLess);
  const sent = response();
  loads.add('a', plain(MIB), sent);
  sent.emit('close');
  expect(loads.mustWait('a', 0, true)).toBe(true);
  expect(loads.mustWait('a', 0, false)).toBe(false);
  expect(loads.mustWait('b', 0, true)).toBe(false);
  onLess.mockClear();
  await expect.poll(() => onLess.mock.calls.length).toBeGreaterThan(0);
  expect(loads.mustWait('a', 0, true)).toBe(false);
  expect(loads.mustWait('a', 1, true)).toBe(true);
});

it('counts the time for a response, but only the memory of what is sent', async () => {
  const loads = trackLargeResponses(() => {});
  loads.add('a', { produced: 100 * MIB, sent: MIB / 16 }, response());
  expect(loads.mustWait('a', 0, true)).toBe(true);
  expect(loads.mustWait('a', 0, false)).toBe(false);
});

it('has a subject wait while much of what it requested is not read, alone or not', () => {
  const loads = trackLargeResponses(() => {});
  const unread = [response(), response(), response()];
  for (const each of unread) loads.add('a', plain(6 * MIB), each);
  expect(loads.mustWait('a', 0, false)).toBe(true);
  unread[0]!.emit('close');
  expect(loads.mustWait('a', 0, false)).toBe(false);
});

it('does not wait for the reading of a client that left before its response was made', () => {
  const loads = trackLargeResponses(() => {});
  for (let count = 0; count < 5; count++) loads.add('a', plain(6 * MIB), response(true));
  expect(loads.mustWait('a', 0, false)).toBe(false);
});

const text = 'x'.repeat(32 * MIB);

it.each([
  ['compressed', (exchange: Exchange) => exchange.respond(200, text)],
  ['sent as an event', (exchange: Exchange) => sendOneEvent(JSON.stringify({ data: { text } }), exchange)],
])('counts a response by its size before compression when it is %s', async (_how, send) => {
  const { slots, takeSlot } = createRequestQueue();
  const app = express();
  app.get('/', async (request) => {
    const exchange = new Exchange(request, 'id');
    await takeSlot(exchange, 'a', () => {});
    await send(exchange);
  });
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'Accept-Encoding': 'gzip' };
  const { headers: received } = await fetch(`http://127.0.0.1:${port}`, { headers });
  expect(Number(received.get('Content-Length'))).toBeLessThan(128 * 1_024);
  void slots.enter('b');
  expect(slots.enter('a')).toBeInstanceOf(Promise);
});
