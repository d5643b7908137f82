import { describe, expect, it } from 'vitest';
import { setPlan } from '../../src/schema/people/account/set-plan.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import type { Answer } from '../support/http/answer.ts';
import { request } from '../support/http/http.ts';
import { type TestService, useServices } from '../support/service/service.ts';
import { countsOf, setCount } from '../support/service/windows.ts';

const [service, other] = useServices(2) as [TestService, TestService];

const BURST_S = 60;
const HOUR_S = 3_600;

describe('the limits of a plan', () => {
  it.each([
    ['free', 60, 10],
    ['pro', 1_000, 60],
    ['business', 10_000, 300],
  ] as const)('%s are %d an hour and %d a minute', async (plan, perHour, perMinute) => {
    const account = await createAccount(service, plan);
    const { headers } = await account.call('GET', '/products');
    expect(headers.get('X-RateLimit-Limit')).toBe(String(perHour));
    expect(headers.get('X-RateLimit-Remaining')).toBe(String(perHour - 1));
    expectWithin(headers.get('X-RateLimit-Reset'), HOUR_S);
    expect(headers.get('RateLimit-Policy')).toBe(`"hour";q=${perHour};w=3600, "burst";q=${perMinute};w=60`);
    expect(headers.get('Retry-After')).toBeNull();
  });

  it('apply to all keys of an account together', async () => {
    const account = await createAccount(service, 'free');
    const { key } = await account.issue(['products:read']);
    for (let count = 0; count < 5; count++) {
      expectData(await account.call('GET', '/products'));
      expectData(await account.call('GET', '/products', { key }));
    }
    expectBurstRefusal(await account.call('GET', '/products'));
    expectBurstRefusal(await account.call('GET', '/products', { key }));
  });

  it('count all requests of an account, whether served or not', async () => {
    const account = await createAccount(service, 'free');
    const answers = [
      await account.call('HEAD', '/products'),
      await account.call('GET', '/products/1'),
      await account.call('GET', '/unknown'),
      await account.call('DELETE', '/products'),
      await account.call('POST', '/products', { raw: '{' }),
      await account.call('POST', '//graphql', { body: { query: '{ __typename }' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 405, 400, 200]);
    expect(answers.map(remaining)).toEqual([59, 58, 57, 56, 55, 54]);
  });

  it('do not affect other accounts', async () => {
    const [busy, quiet] = [await createAccount(service, 'free'), await createAccount(service, 'free')];
    for (let count = 0; count < 11; count++) await busy.call('GET', '/products');
    expect(remaining(await quiet.call('GET', '/products'))).toBe(59);
  });
});

describe('the burst limit', () => {
  it('refuses the eleventh request within a minute, and does not count it', async () => {
    const account = await createAccount(service, 'free');
    for (let count = 1; count <= 10; count++) {
      expect(remaining(await account.call('GET', '/products'))).toBe(60 - count);
    }
    for (const path of ['/products', '/unknown', '/products?page=0']) {
      const answer = await account.call('GET', path);
      expectBurstRefusal(answer);
      expect(remaining(answer)).toBe(50);
    }
    expect(await countsOf(account)).toEqual({ hour: 10, minute: 10 });
  });

  it('is checked before the scope, and the key before the limit', async () => {
    const account = await createAccount(service, 'free');
    await setCount(account, 'minute', 10);
    const { key } = await account.issue(['returns:read']);
    expectBurstRefusal(await account.call('GET', '/products', { key }));
    expectError(await account.call('GET', '/products', { key: `${key}x` }), 401, 'unauthorized');
  });

  it('ends with its window', async () => {
    const account = await createAccount(service, 'free');
    for (let count = 0; count < 10; count++) expectData(await account.call('GET', '/products'));
    await endWindow(account, 'minute');
    const answer = await request(other.url, 'GET', '/products', { key: account.key });
    expectData(answer);
    expect(remaining(answer)).toBe(49);
  });
});

describe('the hourly limit', () => {
  it('refuses requests over it until the hour ends, and does not count them', async () => {
    const account = await createAccount(service, 'free');
    await account.call('GET', '/products');
    await setCount(account, 'hour', 59);
    expect(remaining(await account.call('GET', '/products'))).toBe(0);
    for (let count = 0; count < 3; count++) {
      const answer = await account.call('GET', '/products');
      expectError(answer, 429, 'rate_limited');
      expect(remaining(answer)).toBe(0);
      expectWithin(answer.headers.get('X-RateLimit-Reset'), HOUR_S);
      const wait = Number(answer.headers.get('Retry-After'));
      expect(wait).toBeGreaterThan(BURST_S);
      expect(wait).toBeLessThanOrEqual(HOUR_S);
    }
    expect(await countsOf(account)).toEqual({ hour: 60, minute: 2 });
  });
});

describe('both limits at once', () => {
  it('refuse requests until the longer window ends', async () => {
    const account = await createAccount(service, 'free');
    await account.call('GET', '/products');
    await setCount(account, 'hour', 60);
    await setCount(account, 'minute', 10);
    const answer = await account.call('GET', '/products');
    expectError(answer, 429, 'rate_limited');
    expectWithin(answer.headers.get('X-RateLimit-Reset'), HOUR_S);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(BURST_S);
  });
});

describe('a change of plan', () => {
  it('takes effect at once and keeps the counts', async () => {
    const account = await createAccount(service, 'free');
    for (let count = 0; count < 10; count++) await account.call('GET', '/products');
    expectBurstRefusal(await account.call('GET', '/products'));
    await setPlan(service.database.prisma, account.email, 'pro');
    const raised = await account.call('GET', '/products');
    expectData(raised);
    expect(remaining(raised)).toBe(1_000 - 11);
    await setPlan(service.database.prisma, account.email, 'free');
    expectBurstRefusal(await account.call('GET', '/products'));
    expectBurstRefusal(await request(other.url, 'GET', '/products', { key: account.key }));
  });
});

describe('requests without a valid key', () => {
  it('count for their address, with the limits of Business', async () => {
    const first = await request(service.url, 'GET', '/products');
    expectError(first, 401, 'unauthorized');
    expect(first.headers.get('X-RateLimit-Limit')).toBe('10000');
    const { key, issue } = await createAccount(service);
    const expired = await issue(['products:read']);
    await service.database.prisma.apiKey.updateMany({
      where: { id: expired.id },
      data: { expiresAt: new Date() },
    });
    const second = await request(service.url, 'GET', '/products', { key: expired.key });
    expectError(second, 401, 'api_key_expired');
    expect(remaining(second)).toBe(remaining(first) - 1);

    await service.database.pool.query(
      `UPDATE rate_limits SET points = 300 WHERE key = 'minute:address:127.0.0.1'`,
    );
    for (const answer of [
      await request(service.url, 'GET', '/products'),
      await request(service.url, 'GET', '/products', { key: expired.key }),
      await request(other.url, 'POST', '/nothing', { raw: '{' }),
    ]) {
      expectBurstRefusal(answer);
      expect(answer.headers.get('WWW-Authenticate')).toBeNull();
    }
    expectData(await request(service.url, 'GET', '/products', { key }));
  });
});

function remaining({ headers }: Answer): number {
  return Number(headers.get('X-RateLimit-Remaining'));
}

/** Expects a refusal that reports the end of the minute. */
function expectBurstRefusal(answer: Answer): void {
  expectError(answer, 429, 'rate_limited');
  expectWithin(answer.headers.get('X-RateLimit-Reset'), BURST_S);
  const wait = Number(answer.headers.get('Retry-After'));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(BURST_S);
}

/** Expects a time in epoch seconds that is in the future, but not too far. */
function expectWithin(time: string | null, seconds: number): void {
  const now = Date.now() / 1_000;
  expect(Number(time)).toBeGreaterThan(now - 30);
  expect(Number(time)).toBeLessThanOrEqual(Math.ceil(now) + seconds);
}

/** Ends a window now. */
async function endWindow(account: TestAccount, window: 'hour' | 'minute'): Promise<void> {
  await account.database.pool.query(`UPDATE rate_limits SET expire = $2 WHERE key = $1`, [
    `${window}:account:${account.id}`,
    Date.now(),
  ]);
}
