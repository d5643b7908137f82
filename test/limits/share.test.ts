import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runFor } from '../../src/database/current-work.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import type { Answer } from '../support/http/answer.ts';
import { request } from '../support/http/http.ts';
import { readLive } from '../support/graphql/live.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const RANGE = 'dateFrom: "2026-01-01", dateTo: "2026-12-31"';
const ALIASES = Array.from({ length: 20 }, (_, at) => `a${at}`);
const FIGURES = `{ deliveryAnalytics(${RANGE}) { ${ALIASES.map((name) => `${name}: total { count }`).join(' ')} } }`;
const LISTS = `{ ${ALIASES.map((name) => `${name}: returns { totalCount }`).join(' ')} }`;

const graphql = (account: TestAccount, query: string) =>
  account.call('POST', '//graphql', { body: { query } });
const isInLine = () => {
  const { connections, heavy } = service.database.pool.queues;
  return connections.waiting + heavy.waiting > 0;
};
const served = (answers: Answer[]) => answers.filter(({ status }) => status < 300).length;

describe('while requests of one account are delayed, a neighbour is served', () => {
  it.each<[string, string, (account: TestAccount) => Promise<Answer>[]]>([
    ['requests', 'returns', (account) => ALIASES.map(() => account.call('GET', '/returns'))],
    ['one operation with many lists', 'returns', (account) => [graphql(account, LISTS)]],
    ['figures', 'deliveries', (account) => [graphql(account, FIGURES)]],
    [
      'writes under idempotency keys',
      'products',
      (account) =>
        ALIASES.map((key) =>
          account.call('POST', '/products', {
            headers: { 'Idempotency-Key': key },
            body: { name: key, weight: 1, price: 1, category: 'c' },
          }),
        ),
    ],
  ])('%s', async (_what, table, attack) => {
    const [greedy, neighbour] = [await createAccount(service), await createAccount(service)];
    const letGo = await holdUp(service.database, table);
    onTestFinished(letGo);
    const held = attack(greedy);
    await someoneWaits(service.database);
    // Most of several requests may wait before they need a connection.
    if (held.length === 1) await vi.waitUntil(isInLine, { timeout: 20_000 });
    for (let time = 0; time < 3; time++) {
      expectData(await neighbour.call('GET', '/supermarkets'));
      const { json } = await graphql(neighbour, '{ account { id } webhooks { totalCount } }');
      expect(json.errors).toBeUndefined();
    }
    await letGo();
    for (const { status } of await Promise.all(held)) expect(status).toBeLessThan(300);
  });
});

it('analytics leave the account connections for its other requests', async () => {
  const account = await createAccount(service);
  const letGo = await holdUp(service.database, 'deliveries');
  const held = graphql(account, FIGURES);
  await someoneWaits(service.database);
  onTestFinished(letGo);
  await expect.poll(isInLine, { message: 'a line' }).toBe(true);
  expectData(await account.call('GET', '/products'));
  await letGo();
  expect((await held).json.errors).toBeUndefined();
});

it('a request that waits too long for its share gets 429, and is counted', async () => {
  const account = await createAccount(service);
  const { pool } = service.database;
  // More than an account's share, so that the last ones wait.
  const held = Array.from({ length: 8 }, () =>
    runFor(`account:${account.id}`, () => pool.connect()).catch(() => undefined),
  );
  await expect.poll(isInLine, { message: 'a line' }).toBe(true);
  const late = await Promise.all([
    account.call('GET', '/returns'),
    account.call('POST', '/products', {
      headers: { 'Idempotency-Key': 'late' },
      body: { name: 'Rye', weight: 1, price: 1, category: 'bakery' },
    }),
  ]);
  for (const client of await Promise.all(held)) client?.release();
  for (const answer of late) {
    expectError(answer, 429, 'rate_limited');
    expect(answer.headers.get('Retry-After')).toBe('1');
  }
  expectData(await account.call('GET', '/returns'));
  const { text } = await request(service.url, 'GET', '//metrics');
  expect(text).toMatch(/^provender_share_refused_total\{reason="connections"\} [1-9]/m);
});

describe('the share of an account', () => {
  it('lets the account use its whole burst at once', async () => {
    const account = await createAccount(service);
    const answers = await Promise.all(Array.from({ length: 350 }, () => account.call('GET', '/products')));
    expect(served(answers)).toBe(300);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });

  it('completes all writes with idempotency keys, more at once than there are connections', async () => {
    const account = await createAccount(service);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        account.call('POST', '/supermarkets', {
          headers: { 'Idempotency-Key': `write-${at}` },
          body: {
            name: `Market ${at}`,
            contact_email: 'a@b.example',
            branches: [{ name: 'n', address: 'a' }],
          },
        }),
      ),
    );
    for (const answer of answers) expectData(answer, 201);
  });

  it('is released by clients that disconnect', async () => {
    const account = await createAccount(service);
    const letGo = await holdUp(service.database, 'returns');
    onTestFinished(letGo);
    const leaving = new AbortController();
    const left = Array.from({ length: 40 }, () =>
      fetch(`${service.url}/api/v1/returns`, {
        headers: { Authorization: `Bearer ${account.key}` },
        signal: leaving.signal,
      }).catch(() => 'left'),
    );
    await someoneWaits(service.database);
    leaving.abort();
    await Promise.all(left);
    await letGo();
    const answers = await Promise.all(Array.from({ length: 40 }, () => account.call('GET', '/returns')));
    expect(served(answers)).toBe(40);
  });

  it('is not used by streams that have begun', async () => {
    const account = await createAccount(service);
    for (let count = 0; count < 20; count++) await readLive(service.url, { key: account.key });
    expectData(await account.call('GET', '/products'));
  });
});
