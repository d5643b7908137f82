import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createEcho, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LongTurn, recordTurns, tooLong, type TurnRecorder } from '../../lab/turns/record-turns.ts';
import { asOperation } from '../../lab/turns/watch-turns.ts';

/** Times for which the event loop is held: above the limit of an operation, and below (processor time). */
let longMs: number;
let shortMs: number;

/** The work of a request, by its path. */
const WORK: Record<string, (...args: Parameters<RequestListener>) => void> = {
  '/at-once': (_request, response) => (spin(longMs), void response.end()),
  '/later': async (_request, response) => {
    await promisify(setTimeout)(5);
    spin(longMs);
    response.end();
  },
  '/in-ticks': (_request, response) =>
    process.nextTick(() => {
      spin(longMs / 3);
      void Promise.resolve().then(() => (spin(longMs / 3), response.end()));
    }),
  '/by-a-shared-connection': async (_request, response) => {
    await shared.next();
    spin(longMs);
    response.end();
  },
  '/opens': (_request, response) => {
    opened = connect((echo.address() as AddressInfo).port, '127.0.0.1', () => void response.end());
  },
  '/of-a-connection': async (_request, response) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    opened!.once('data', () => (spin(longMs * 0.5), resolve()));
    opened!.write('rows, please');
    await promise;
    spin(longMs * 0.4);
    response.end();
  },
  '/afterwards': (_request, response) => {
    response.once('close', () => spin(longMs));
    response.end();
  },
  '/in-parts': async (_request, response) => {
    for (let part = 0; part < 6; part++) {
      spin(shortMs);
      await new Promise(setImmediate);
    }
    response.end();
  },
  '/waits': (_request, response) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longMs);
    response.end();
  },
  '/collects': (_request, response) => (collectGarbage(), void response.end()),
};

/** Settles the waits of requests outside their async contexts, as the socket of a database does. */
const shared = {
  waiting: [] as (() => void)[],
  next: () => new Promise<void>((resolve) => shared.waiting.push(resolve)),
  settle: () => shared.waiting.splice(0).forEach((settle) => settle()),
};

/** Sends back what it receives. A request opens a connection to it, which others use. */
const echo = createEcho((socket) => socket.pipe(socket));
let opened: Socket | undefined;

const server = createServer((request, response) => {
  const [path = ''] = request.url!.split('?');
  const route = path in WORK || path === '/new' ? path : undefined;
  const endpointWithFields = `${request.method} ${path}`;
  const exchange = { route, endpointWithFields, request: { method: request.method } };
  if (path !== '/not-of-the-service') Object.assign(request, { exchange, originalUrl: request.url });
  if (request.url!.endsWith('?warm-up')) response.end();
  else (WORK[path] ?? WORK['/at-once']!)(request, response);
});
let url: string;
let recorder: TurnRecorder;
let settling: NodeJS.Timeout;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settling = setInterval(shared.settle, 5);
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  recorder = recordTurns(() => expect.getState().currentTestName ?? '');
  longMs = recorder.maxMs.warm * 4;
  shortMs = recorder.maxMs.warm / 3;
});

afterAll(async () => {
  clearInterval(settling);
  recorder.stop();
  opened?.destroy();
  echo.close();
  server.closeAllConnections();
  await promisify(server.close.bind(server))();
});

/** Returns the long turns of a request, for which the operation has been served before. */
async function turnsOf(path: string): Promise<LongTurn[]> {
  await (await fetch(`${url}${path}?warm-up`)).text();
  await recorder.take();
  await (await fetch(url + path)).text();
  await promisify(setTimeout)(20);
  return recorder.take();
}

function spin(ms: number): void {
  const before = process.threadCpuUsage();
  for (let spent = 0; spent < ms * 1_000;) {
    const { user, system } = process.threadCpuUsage(before);
    spent = user + system;
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  const kept = Array.from({ length: 400_000 }, (_, at) => ({ at }));
  for (let round = 0; round < 10; round++) collect();
  expect(kept.length).toBe(400_000);
}

describe('a turn of the event loop', () => {
  it.each(['/at-once', '/later', '/in-ticks', '/by-a-shared-connection', '/afterwards'])(
    'is too long if a request %s computes for long',
    async (path) => {
      const turns = tooLong(await turnsOf(path));
      expect(turns.map(({ operation }) => operation)).toEqual([`GET ${path}`]);
      const [{ ms, detail } = { ms: 0, detail: '' }] = turns;
      expect(ms).toBeGreaterThan(longMs / 3);
      expect(detail).toContain(`is too long if a request ${path} computes for long`);
    },
  );

  it('counts rows that arrive on a connection of another request', async () => {
    await (await fetch(`${url}/opens`)).text();
    const [turn] = tooLong(await turnsOf('/of-a-connection'));
    expect(turn).toMatchObject({ operation: 'GET /of-a-connection' });
    expect(turn!.ms).toBeGreaterThan(longMs / 3);
  });

  it('is not too long for what a request does in several', async () => {
    expect(tooLong(await turnsOf('/in-parts'))).toEqual([]);
  });

  it('does not count time in which other programs run', async () => {
    expect(tooLong(await turnsOf('/waits'))).toEqual([]);
  });

  it('does not count the collection of garbage, but says how long it was', async () => {
    const [turn] = await turnsOf('/collects');
    expect(turn).toMatchObject({ operation: 'GET /collects' });
    expect(turn!.gcMs).toBeGreaterThan(turn!.ms);
  });

  it('may be longer for the first request of an operation', async () => {
    await (await fetch(`${url}/new`)).text();
    const [turn] = await recorder.take();
    expect(turn).toMatchObject({ operation: 'GET /new', isCold: true });
    expect(tooLong([turn!])).toEqual([]);
    expect(tooLong([{ ...turn!, ms: turn!.limitMs + 1 }])).toHaveLength(1);
  });

  it('belongs to a file by its own name, and to the interface where there is no route yet', async () => {
    expect(tooLong(await turnsOf('/openapi.json'))).toMatchObject([{ operation: 'GET /openapi.json' }]);
    expect(tooLong(await turnsOf('/api/v1/products'))).toMatchObject([{ operation: 'GET /api' }]);
  });

  it('does not count what tests and their receivers compute', async () => {
    spin(longMs);
    await new Promise(setImmediate);
    expect(await turnsOf('/not-of-the-service')).toEqual([]);
  });

  it('belongs to the operation that a test runs without a request', async () => {
    await asOperation('closedBranches', async () => {
      await new Promise(setImmediate);
      spin(longMs);
    });
    const [turn] = await recorder.take();
    expect(turn).toMatchObject({ operation: 'closedBranches' });
    expect(turn!.ms).toBeGreaterThan(longMs / 3);
  });
});
