import { describe, expect, it } from 'vitest';
import { PLAN_LIMITS } from '../../../../src/schema/core/caller/plans.ts';
import { issueKey } from '../../../../src/schema/people/api-key/issue-key.ts';
import { revokeKey } from '../../../../src/schema/people/api-key/revoke-key.ts';
import type { AppError } from '../../../../src/schema/core/errors.ts';
import { createSupermarket as write } from '../../../../src/schema/catalogue/supermarket/create-supermarket.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, createWebhook } from '../../../support/records/records.ts';
import {
  BRANCH,
  expectRefusal,
  FREE,
  MARKET,
  PRODUCT,
  setHeld,
  setPlan,
  statuses,
  together,
  WEBHOOK,
} from './quota.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
describe('the quota of supermarkets', () => {
  it('is exact when creations race', async () => {
    const account = await createAccount(service, 'free');
    await createSupermarket(account, MARKET);
    await setHeld(account, 'supermarkets', FREE.supermarkets - 2);
    const answers = await together(6, () => account.call('POST', '/supermarkets', { body: MARKET }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 100 supermarkets. Upgrade the plan to create more',
    );
    expect(await account.database.prisma.supermarket.count({ where: { accountId: account.id } })).toBe(3);
  });

  it('undoes the count when the creation fails', async () => {
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
    'The Free plan includes at most 500 branches in all supermarkets together. Upgrade the plan to create more';

  it('counts those of a new supermarket, all or none', async () => {
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

  it('applies to added ones', async () => {
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
  it('is exact when creations race, and leaves no gap', async () => {
    const account = await createAccount(service, 'free');
    await createProduct(account);
    await setHeld(account, 'products', FREE.products - 2);
    const answers = await together(6, () => account.call('POST', '/products', { body: PRODUCT }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 5,000 products. Upgrade the plan to create more',
    );
    await setPlan(account, 'pro');
    const { json } = await account.call('POST', '/products', { body: PRODUCT });
    expect(json.data.sequential_id).toBe('P-5001');
  });
});

describe('the quota of webhooks', () => {
  it('is exact when creations race, and deleted ones make room', async () => {
    const account = await createAccount(service, 'free');
    const first = await createWebhook(account, WEBHOOK);
    const row = { ...WEBHOOK, accountId: account.id, secret: 'whsec_' };
    const others = Array.from({ length: FREE.webhooks - 3 }, () => row);
    await account.database.prisma.webhookSubscription.createMany({ data: others });
    const answers = await together(6, () => account.call('POST', '/webhooks', { body: WEBHOOK }));
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403]);
    expectRefusal(
      answers.find(({ status }) => status === 403)!,
      'The Free plan includes at most 10 webhooks. Delete a webhook you no longer need, or upgrade the plan',
    );
    await account.call('DELETE', `/webhooks/${first.id}`);
    expect((await account.call('POST', '/webhooks', { body: WEBHOOK })).status).toBe(201);
  });
});

const issue = ({ id, database }: TestAccount) =>
  issueKey(database.prisma, id, { name: 'key', scopes: ['products:read'] });

describe('the quota of API keys', () => {
  it('is exact when keys are created at once; revoked ones do not count, expired ones do', async () => {
    const account = await createAccount(service, 'free');
    const expired = await issue(account);
    await account.database.prisma.apiKey.updateMany({
      where: { id: expired.id },
      data: { expiresAt: new Date() },
    });
    const settled = await Promise.allSettled(Array.from({ length: FREE.apiKeys }, () => issue(account)));
    const refusals = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    // The account already has a key.
    expect(refusals.length).toBe(2);
    expect((refusals[0]!.reason as AppError).faults).toEqual([
      {
        code: 'quota_exceeded',
        message:
          'The Free plan includes at most 10 API keys. Revoke a key you no longer use, or upgrade the plan',
        field: null,
        problem: 'plan_limit',
        values: { what: 'api_keys', max: 10 },
      },
    ]);
    await revokeKey(account.database.prisma, { accountId: account.id, id: expired.id });
    await issue(account);
    await expect(issue(account)).rejects.toThrow('The Free plan includes at most 10 API keys');
  });
});
