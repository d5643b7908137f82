import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import type { Answer } from '../support/http/answer.ts';
import { request } from '../support/http/http.ts';
import type { Program } from '../support/process/process.ts';

const WAIT = { timeout: 60_000, interval: 100 };
const IS_THERE = execFileSync('/bin/sh', ['-c', 'command -v redis-server || true']).length > 0;

const database = useDatabase();
const host = useHost('file');

it(`limits in Redis ${IS_THERE ? 'are tried' : 'are NOT TRIED: there is no redis-server on PATH'}`, () => {
  expect(IS_THERE || process.env.CI === undefined).toBe(true);
});

// Skipped tests are counted in the closing line.
describe.skipIf(!IS_THERE)('with REDIS_URL', () => {
  let port: number;
  let redis: Program;
  let services: RunningService[];

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis();
    services = await Promise.all([startService(), startService()]);
  });

  it('counts in Redis alone, exactly across processes, from the first request on', async () => {
    const account = await newAccount('free');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(services[i % 2]!, account)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await countedInRedis(account)).toBe(10);
    expect((await database.pool.query('SELECT FROM rate_limits')).rowCount).toBe(0);
  });

  it('keeps the counts when the service restarts', async () => {
    const account = await newAccount('free');
    for (let i = 0; i < 3; i++) await ask(services[0]!, account);
    await services[0]!.stop();
    services[0] = await startService();
    expect((await ask(services[0], account)).headers.get('X-RateLimit-Remaining')).toBe('56');
  });

  it.each([
    ['is killed', () => redis.kill(), async () => void (redis = await startRedis())],
    ['hangs', async () => redis.signal('SIGSTOP'), async () => redis.signal('SIGCONT')],
  ])(
    'continues with a local limiter while Redis %s, and uses Redis again after',
    async (_what, end, mend) => {
      const account = await newAccount('business');
      expect((await ask(services[0]!, account)).status).toBe(200);
      await end();
      for (let i = 0; i < 6; i++) expectServed(await ask(services[i % 2]!, account));
      await mend();
      await expect
        .poll(async () => {
          const before = await countedInRedis(account);
          expectServed(await ask(services[0]!, account));
          return (await countedInRedis(account)) - before;
        }, WAIT)
        .toBe(1);
    },
  );

  it('starts and serves while there is no Redis', async () => {
    await redis.kill();
    expectServed(await ask(await startService(), await newAccount('business')));
  });

  function startService(): Promise<RunningService> {
    const env = { DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${port}` };
    return host.start(env, { args: ['--api-only'] });
  }

  async function startRedis(): Promise<Program> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', await host.folder()];
    const program = host.launch('redis-server', {}, { args });
    await program.says(/Ready to accept connections/);
    return program;
  }

  function newAccount(plan: 'free' | 'business'): Promise<TestAccount> {
    return createAccount({ url: services[0]!.url, database }, plan);
  }

  /** Returns the number of requests of the account in Redis. */
  async function countedInRedis({ id }: TestAccount): Promise<number> {
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 3 }).on('error', () => {});
    return client
      .get(`hour:account:${id}`)
      .then(Number)
      .finally(() => client.disconnect());
  }
});

function ask({ url }: RunningService, { key }: TestAccount): Promise<Answer> {
  return request(url, 'GET', '/products', { key });
}

function expectServed({ status, headers }: Answer): void {
  expect(status).toBe(200);
  expect(headers.get('X-RateLimit-Limit')).toBe('10000');
  expect(headers.get('X-RateLimit-Remaining')).toMatch(/^9\d{3}$/);
  expect(headers.get('X-RateLimit-Reset')).toMatch(/^\d{10}$/);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
