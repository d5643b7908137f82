import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noteRunning, runAs } from '../../../src/database/running-request.ts';
import { watchLoop } from '../../../src/http/observe/watch-loop.ts';
import { request } from '../../support/http/http.ts';
import { createProduct } from '../../support/records/records.ts';
import { createAccount } from '../../support/service/account.ts';
import { useService } from '../../support/service/service.ts';

const HELD_MS = 400;
const service = useService();

interface HeldLine {
  msg: string;
  lateMs: number;
  operation?: string;
  request?: string;
}

/**
 * Returns the lines that were logged while `work` held the loop, the first of which is like `expected`.
 * Another program can have held the loop before it, so it is tried again.
 */
async function once(work: () => unknown, expected: object): Promise<HeldLine[]> {
  let lines: HeldLine[] = [];
  await expect
    .poll(async () => {
      lines = [];
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
      const stop = watchLoop(log);
      await ticks();
      await work();
      await ticks();
      stop();
      return lines[0];
    })
    .toMatchObject(expected);
  return lines;
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const hold = () => {
  for (const end = cpuMs() + HELD_MS; cpuMs() < end;);
};
const during = { id: 'during', operation: () => 'GET /', fail: undefined };
const starve = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS);
const ticks = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Returns how often a timer of this process was late by more than a quarter of a second. */
async function lateCount(url: string): Promise<number> {
  const { text } = await request(url, 'GET', '//metrics');
  const countOf = (end: string) =>
    Number(new RegExp(`^provender_event_loop_lateness_seconds_${end} (\\d+)$`, 'm').exec(text)?.[1]);
  return countOf('count') - countOf('bucket\\{le="0.25"\\}');
}

it('logs what held the event loop, once a minute, with the request whose code ran last', async () => {
  const one = { id: 'one', operation: () => 'GET /api/v1/products', fail: undefined };
  const other = { id: 'other', operation: () => 'POST /graphql { tours }', fail: undefined };
  const expected = { level: 40, msg: 'the event loop was held', request: 'one', operation: one.operation() };
  const lines = await once(async () => {
    runAs(other, () => {});
    runAs(one, () => setImmediate(() => (noteRunning(), hold())));
    await ticks();
    hold();
    await ticks();
  }, expected);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.lateMs).toBeGreaterThan(250);
});

it.each([
  ['no request ran', hold],
  ['the process got no processor', () => runAs(during, starve)],
])('logs nothing if %s, and counts it in the metrics', async (_why, delay) => {
  const lines: string[] = [];
  const before = await lateCount(service.url);
  const stop = watchLoop(pino({ level: 'info' }, { write: (line) => void lines.push(line) }));
  runAs({ id: 'before', operation: () => 'GET /', fail: undefined }, () => {});
  const linesWhileHeld: string[][] = [];
  await expect
    .poll(async () => {
      await ticks();
      lines.length = 0;
      delay();
      await ticks();
      linesWhileHeld.push([...lines]);
      return lateCount(service.url);
    })
    .toBeGreaterThan(before);
  stop();
  expect(linesWhileHeld.flat()).toEqual([]);
});

it.each([
  ['GET', '/products', undefined, 'GET /api/v1/products'],
  [
    'POST',
    '//graphql',
    { query: '{ products { totalCount nodes { name } } }' },
    'POST /graphql { products }',
  ],
])('names the operation of %s %s, and counts it in the metrics', async (method, path, body, operation) => {
  const account = await createAccount(service);
  await createProduct(account, { name: 'Held Loaf' });
  const before = await lateCount(service.url);
  const stringify = JSON.stringify;
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    if (text?.includes('Held Loaf')) hold();
    return text;
  });
  onTestFinished(() => spy.mockRestore());
  const headers = { 'X-Request-Id': 'holds' };
  await once(
    async () => {
      await account.call('GET', '/supermarkets');
      await account.call(method, path, { body, headers });
      await account.call('GET', '/returns');
    },
    { request: 'holds', operation },
  );
  // The metrics may be of a moment ago.
  await expect.poll(() => lateCount(service.url)).toBeGreaterThan(before);
});
