import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Plan, PLAN_LIMITS, type Quotas } from '../../../src/schema/account/plans.ts';
import { issueKey } from '../../../src/schema/api-key/issue-key.ts';
import { revokeKey } from '../../../src/schema/api-key/revoke-key.ts';
import type { AppError } from '../../../src/schema/errors.ts';
import { createSupermarket as write } from '../../../src/schema/supermarket/create-supermarket.ts';
import { createAccount, type TestAccount } from '../../support/account.ts';
import { ask, refusalOf } from '../../support/ask.ts';
import type { Answer } from '../../support/http.ts';
import { createProduct, createSupermarket, createWebhook } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const FREE = PLAN_LIMITS.free.quotas;
const MARKET = { name: 'Market', contact_email: 'buying@market.example', branches: [] };
const PRODUCT = { name: 'Bread', weight: 1, price: 2, category: 'bakery' };
const WEBHOOK = { url: 'https://hooks.example.com/a', events: ['product.created'] };
const BRANCH = { name: 'Branch', address: '1 Lane' };

/** Records the account as holding `count` of what is counted up. */
async function setHeld({ id, database }: TestAccount, what: keyof Quotas, count: number): Promise<void> {
  if (what === 'products') {
    await database.pool.query('UPDATE product_sequences SET last_number = $2 WHERE account_id = $1', [
      id,
      count,
    ]);
  } else {
    await database.pool.query(`UPDATE supermarket_counts SET ${what} = $2 WHERE account_id = $1`, [
      id,
      count,
    ]);
  }
}

async function setPlan({ id, database }: TestAccount, plan: Plan): Promise<void> {
  await database.pool.query('UPDATE accounts SET plan = $2 WHERE id = $1', [id, plan]);
}

function together(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send));
}

function expectRefusal({ status, json }: Answer, message: string): void {
  expect(json).toEqual({ status: 'error', error: { code: 'quota_exceeded', message, field: null } });
  expect(status).toBe(403);
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();

describe('the quota of supermarkets', () => {
  it('holds exactly when creations race', async () => {
    const account = await createAccount(service, 'free');
    await createSupermarket(account, MARKET);
    await setHeld(account, 'supermarkets', FREE.supermarkets - 2);
    const answers = await together(6, () => account.call('POST', '/supermarkets', { body: MARKET }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 100 supermarkets. Upgrade the plan to create more.',
    );
    expect(await account.database.prisma.supermarket.count({ where: { accountId: account.id } })).toBe(3);
  });

  it('takes a number back when the creation fails', async () => {
    const account = await createAccount(service, 'free');
    await createSupermarket(account, MARKET);
    await setHeld(account, 'supermarkets', FREE.supermarkets - 1);
    await expect(
      account.database.prisma.$transaction(async (db) => {
        const caller = { accountId: account.id, plan: 'free' as const, scopes: new Set() };
        await write({ caller, db } as never, { name: 'a', contactEmail: 'a@b.example' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await account.call('POST', '/supermarkets', { body: MARKET })).status).toBe(201);
    expect((await account.call('POST', '/supermarkets', { body: MARKET })).status).toBe(403);
  });
});

describe('the quota of branches', () => {
  const MESSAGE =
    'The Free plan includes at most 500 branches in all supermarkets together. Upgrade the plan to create more.';

  it('counts those that a supermarket is created with, all or nothing', async () => {
    const account = await createAccount(service, 'free');
    await createSupermarket(account, MARKET);
    await setHeld(account, 'branches', FREE.branches - 2);
    const branches = [BRANCH, BRANCH, BRANCH];
    expectRefusal(await account.call('POST', '/supermarkets', { body: { ...MARKET, branches } }), MESSAGE);
    const { status } = await account.call('POST', '/supermarkets', {
      body: { ...MARKET, branches: branches.slice(1) },
    });
    expect(status).toBe(201);
    expect((await account.call('POST', '/supermarkets', { body: MARKET })).status).toBe(201);
  });

  it('holds for those that are added', async () => {
    const account = await createAccount(service, 'business');
    const { id } = await createSupermarket(account, MARKET);
    await setHeld(account, 'branches', PLAN_LIMITS.business.quotas.branches - 1);
    const add = `mutation { addBranch(supermarketId: ${id}, input: { name: "a", address: "b" }) { id } }`;
    await ask(account, add);
    expect(await refusalOf(account, add)).toMatchObject({ code: 'quota_exceeded', field: null });
    expect(await refusalOf(account, add.replace(String(id), '1000000'))).toMatchObject({ code: 'not_found' });
  });
});

describe('the quota of products', () => {
  it('holds exactly when creations race, and leaves no gap', async () => {
    const account = await createAccount(service, 'free');
    await createProduct(account);
    await setHeld(account, 'products', FREE.products - 2);
    const answers = await together(6, () => account.call('POST', '/products', { body: PRODUCT }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 5,000 products. Upgrade the plan to create more.',
    );
    await setPlan(account, 'pro');
    const { json } = await account.call('POST', '/products', { body: PRODUCT });
    expect(json.data.sequential_id).toBe('P-5001');
  });
});

describe('the quota of webhooks', () => {
  it('holds exactly when creations race, and deleted ones make room', async () => {
    const account = await createAccount(service, 'free');
    const first = await createWebhook(account, WEBHOOK);
    const row = { ...WEBHOOK, accountId: account.id, secret: 'whsec_' };
    const others = Array.from({ length: FREE.webhooks - 3 }, () => row);
    await account.database.prisma.webhookSubscription.createMany({ data: others });
    const answers = await together(6, () => account.call('POST', '/webhooks', { body: WEBHOOK }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 10 webhooks. Delete a webhook you no longer need, or upgrade the plan.',
    );
    await account.call('DELETE', `/webhooks/${first.id}`);
    expect((await account.call('POST', '/webhooks', { body: WEBHOOK })).status).toBe(201);
  });
});

describe('the quota of API keys', () => {
  const issue = ({ id, database }: TestAccount, expiresAt?: Date) =>
    issueKey(database.prisma, id, { name: 'key', scopes: ['products:read'], expiresAt });

  it('holds exactly when keys are created at once; revoked ones do not count, expired ones do', async () => {
    const account = await createAccount(service, 'free');
    const expired = await issue(account, new Date(Date.now() - 1_000));
    const settled = await Promise.allSettled(Array.from({ length: FREE.apiKeys }, () => issue(account)));
    const refusals = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    // The account came with a key of its own.
    expect(refusals.length).toBe(2);
    expect((refusals[0]!.reason as AppError).faults).toEqual([
      {
        code: 'quota_exceeded',
        message:
          'The Free plan includes at most 10 API keys. Revoke a key you no longer use, or upgrade the plan.',
        field: null,
      },
    ]);
    await revokeKey(account.database.prisma, { accountId: account.id, id: expired.id });
    await issue(account);
    await expect(issue(account)).rejects.toThrow('The Free plan includes at most 10 API keys');
  });
});

describe('an account that holds more than its plan includes', () => {
  it('keeps and changes all it has, and creates no more', async () => {
    const account = await createAccount(service, 'business');
    const { id } = await createSupermarket(account, MARKET);
    const product = await createProduct(account);
    await setHeld(account, 'supermarkets', FREE.supermarkets + 500);
    await setHeld(account, 'products', FREE.products + 500);
    await setPlan(account, 'free');
    const { status } = await account.call('PATCH', `/products/${product.id}`, { body: { price: 3 } });
    expect(status).toBe(200);
    const rename = `mutation { updateSupermarket(id: ${id}, input: { name: "b" }) { name } }`;
    expect(await ask(account, rename)).toEqual({ updateSupermarket: { name: 'b' } });
    // Branches have a quota of their own.
    await ask(
      account,
      `mutation { addBranch(supermarketId: ${id}, input: { name: "a", address: "b" }) { id } }`,
    );
    expect((await account.call('POST', '/products', { body: PRODUCT })).status).toBe(403);
    expect((await account.call('POST', '/supermarkets', { body: MARKET })).status).toBe(403);
  });

  it('is given the answers it had under an Idempotency-Key', async () => {
    const account = await createAccount(service, 'free');
    const create = (key: string) =>
      account.call('POST', '/products', { body: PRODUCT, headers: { 'Idempotency-Key': key } });
    const first = await create('a');
    await setHeld(account, 'products', FREE.products);
    const replayed = await create('a');
    expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    expect((await create('b')).status).toBe(403);
    await setPlan(account, 'business');
    // A refusal leaves the key free.
    expect((await create('b')).status).toBe(201);
  });
});

it('is counted for accounts that are older than the counts', async () => {
  const account = await createAccount(service, 'free');
  await createSupermarket(account, { ...MARKET, branches: [BRANCH, BRANCH] });
  await createSupermarket(account, MARKET);
  const sql = readFileSync('prisma/migrations/20261124000000_quotas/migration.sql', 'utf8');
  const backfill = /INSERT INTO supermarket_counts[^;]+/.exec(sql)![0];
  const { pool } = account.database;
  await pool.query('DELETE FROM supermarket_counts');
  await pool.query(backfill);
  const { rows } = await pool.query(
    'SELECT supermarkets, branches FROM supermarket_counts WHERE account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ supermarkets: 2, branches: 2 }]);
});
