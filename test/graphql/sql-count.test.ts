import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask } from '../support/graphql/ask.ts';
import { createMessage, createWebhook } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';
import { fillTrade } from './trade.ts';

const service = useService();
let small: TestAccount;
let large: TestAccount;

beforeAll(async () => {
  const { url } = service.testDatabase;
  [small, large] = await Promise.all([createAccount(service), createAccount(service)]);
  await fillTrade(small, url, { supermarkets: 1, products: 2, deliveries: 3 });
  await fillTrade(large, url, { supermarkets: 8, products: 11, deliveries: 150 });
  for (const _ of [1, 2, 3]) await createMessage(large, (await createWebhook(large)).id);
  await createMessage(small, (await createWebhook(small)).id);
});

const LISTS = ['deliveries', 'returns', 'products', 'supermarkets', 'webhooks'];

describe('of a list', () => {
  it.each(LISTS)('%s: records and cursors together cost one statement', async (list) => {
    await expectCount(`{ ${list} { nodes { id } edges { cursor node { id } } pageInfo { endCursor } } }`, 1);
    await expectCount(`{ ${list} { pageInfo { endCursor } nodes { id } } }`, 1);
  });

  it.each(LISTS)('%s: cursors alone cost one', async (list) => {
    await expectCount(`{ ${list} { pageInfo { hasNextPage endCursor } } }`, 1);
  });

  it.each(LISTS)('%s: its length costs one, and none beside its records', async (list) => {
    await expectCount(`{ ${list} { totalCount totalCountEstimated } }`, 1);
    await expectCount(`{ ${list} { totalCount nodes { id } } }`, 1);
  });
});

describe('however many records there are', () => {
  it.each([
    [
      'the relations of deliveries',
      `{ deliveries(first: 100) { nodes {
           supermarketName supermarket { name branches { name } } branch { name } products { quantity product { name } }
         } } }`,
      1,
    ],
    ['the returns of deliveries', '{ deliveries(first: 100) { nodes { returns { nodes { id } } } } }', 2],
    [
      'the deliveries and returns of supermarkets and of their branches',
      `{ supermarkets { nodes {
           deliveries(first: 3) { totalCount nodes { id } } returns(last: 2) { nodes { id } }
           branches { deliveries(first: 2, filter: { status: PENDING }) { edges { node { id } } } }
         } } }`,
      1 + 1 + 1 + 1,
    ],
    [
      'the deliveries and returns of products',
      '{ products { nodes { deliveries { totalCount nodes { id } } returns { totalCount nodes { id } } } } }',
      1 + 1 + 1,
    ],
    [
      'what returns belong to',
      `{ returns(first: 100) { nodes {
           product { name } supermarket { name } delivery { id branch { name } products { product { name } } }
         } } }`,
      1,
    ],
    [
      'lists in lists in lists',
      `{ supermarkets { nodes { deliveries { nodes { returns { nodes { product { returns { totalCount } } } } } } } } }`,
      1 + 1 + 1 + 1,
    ],
    [
      'the messages of webhooks',
      '{ webhooks { nodes { messages { nodes { event attempts { error } } } } } }',
      2,
    ],
    [
      'the same list by two names',
      `{ supermarkets { nodes {
           sent: deliveries(filter: { status: IN_TRANSIT }) { nodes { id } } deliveries { nodes { id } }
         } } }`,
      1 + 1 + 1,
    ],
    [
      'one fragment at two places, with other fields beside it in one of them',
      `fragment List on Supermarket { deliveries { pageInfo { endCursor } } }
       { some: supermarkets { nodes { ...List } } others: supermarkets { nodes { ...List deliveries { nodes { id } } } } }`,
      2 + 2,
    ],
  ])('%s cost the same', async (_what, query, statements) => {
    await expectCount(query, statements);
  });
});

async function expectCount(query: string, statements: number): Promise<void> {
  for (const account of [small, large]) {
    const sent = await statementsOf(service.testDatabase.name, () => ask(account, query));
    expect(sent).toHaveLength(statements);
  }
}
