import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../src/graphql/cost.ts';
import { PLAN_LIMITS } from '../../../../src/schema/core/caller/plans.ts';
import { schema } from '../../../../src/schema/index.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const CREATE = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }`;
const LIST = `query ($filter: StandingOrderFilter) { standingOrders(filter: $filter) { nodes { id } } }`;

async function order(
  account: TestAccount,
  fields: object = {},
  names: { market?: string; product?: string } = {},
) {
  const product = await createProduct(account, { name: names.product ?? 'Bread' });
  const market = await createSupermarket(account, { name: names.market ?? 'Market' });
  const input = {
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    lines: [{ productId: String(product.id), quantity: 10 }],
    weekdays: ['MONDAY', 'THURSDAY'],
    startsOn: '2026-01-01',
    ...fields,
  };
  const { createStandingOrder } = await ask(account, CREATE, { input });
  return { id: createStandingOrder.id as string, product, market };
}

async function idsOf(account: TestAccount, filter: object = {}): Promise<string[]> {
  return (await ask(account, LIST, { filter })).standingOrders.nodes.map(({ id }: { id: string }) => id);
}

describe('standing orders', () => {
  it('are listed newest first, and filtered by status, place, product, reference and words', async () => {
    const account = await createAccount(service);
    const first = await order(
      account,
      { notes: 'Zugang über den Hof', reference: 'SO-1' },
      { market: 'Grüner Markt' },
    );
    const paused = await order(account, { pausedFrom: inDays(-1), orderNumber: 'PO-77' });
    const ended = await order(account, { endsOn: '2026-02-01' });
    expect(await idsOf(account)).toEqual([ended.id, paused.id, first.id]);
    expect(await idsOf(account, { status: 'ACTIVE' })).toEqual([first.id]);
    expect(await idsOf(account, { status: 'PAUSED' })).toEqual([paused.id]);
    expect(await idsOf(account, { status: 'ENDED' })).toEqual([ended.id]);
    expect(await idsOf(account, { supermarketId: String(paused.market.id) })).toEqual([paused.id]);
    expect(await idsOf(account, { branchId: String(ended.market.branches[0].id) })).toEqual([ended.id]);
    expect(await idsOf(account, { productId: String(first.product.id) })).toEqual([first.id]);
    expect(await idsOf(account, { reference: 'SO-1' })).toEqual([first.id]);
    expect(await idsOf(account, { search: 'uber hof' })).toEqual([first.id]);
    expect(await idsOf(account, { search: 'gruner' })).toEqual([first.id]);
    expect(await idsOf(account, { search: 'po-77' })).toEqual([paused.id]);
    expect(await idsOf(account, { search: '100%' })).toEqual([]);
  });

  it('belong to one account', async () => {
    const [ours, theirs] = [await createAccount(service), await createAccount(service)];
    const { id } = await order(ours);
    expect(await idsOf(theirs)).toEqual([]);
    expect(await ask(theirs, 'query ($id: ID!) { standingOrder(id: $id) { id } }', { id })).toEqual({
      standingOrder: null,
    });
    const date = inDays(7);
    for (const mutation of [
      'updateStandingOrder(id: $id, input: { notes: "x" }) { id }',
      'endStandingOrder(id: $id) { id }',
    ]) {
      expect(await refusalOf(theirs, `mutation ($id: ID!) { ${mutation} }`, { id })).toMatchObject({
        code: 'not_found',
      });
    }
    for (const name of ['skipOccurrence', 'restoreOccurrence']) {
      const query = `mutation ($id: ID!, $date: Date!) { ${name}(id: $id, date: $date) { date } }`;
      expect(await refusalOf(theirs, query, { id, date })).toMatchObject({ code: 'not_found' });
    }
    const { product, market } = await order(theirs);
    const input = {
      supermarketId: String(market.id),
      branchId: String(market.branches[0].id),
      lines: [{ productId: String(product.id), quantity: 1 }],
      weekdays: ['MONDAY'],
      startsOn: '2026-01-01',
    };
    expect(await refusalOf(ours, CREATE, { input })).toMatchObject({
      code: 'not_found',
      field: 'supermarketId',
    });
  });

  it('refuse a window that is too long, turned, or no dates', async () => {
    const account = await createAccount(service);
    const { id } = await order(account);
    expect(await ask(account, queryOf('from: "2026-01-01", to: "2026-03-03"'), { id })).toEqual({
      standingOrder: { occurrences: [] },
    });
    for (const args of [
      'from: "2026-01-01", to: "2026-03-04"',
      'from: "2026-01-02", to: "2026-01-01"',
      'to: "never"',
    ]) {
      expect(await refusalOf(account, queryOf(args), { id })).toMatchObject({
        code: 'validation_error',
        field: 'to',
      });
    }
  });

  it('cost by the days of the window', () => {
    const byDefault = costOfWindow('');
    expect(costOfWindow('(from: "2026-01-01", to: "2026-01-01")')).toBe(byDefault - 13);
    expect(costOfWindow('(from: "2026-01-01", to: "2026-03-03")')).toBe(byDefault + 48);
    expect(costOfWindow('(to: "2026-03-03")')).toBe(byDefault + 48);
  });

  it('read the occurrences of a page with as many statements as those of one order', async () => {
    const account = await createAccount(service);
    const count = async () => {
      let statements = 0;
      const { pool } = account.database;
      const { query } = pool;
      pool.query = function (this: unknown, ...args: unknown[]) {
        statements += 1;
        return (query as (...all: unknown[]) => unknown).apply(pool, args);
      } as never;
      await ask(
        account,
        '{ standingOrders(first: 50) { nodes { status next { date } occurrences { date } } } }',
      );
      pool.query = query;
      return statements;
    };
    // The service also writes what it counts now and then, so the least is what the query takes.
    const least = async () => Math.min(await count(), await count(), await count());
    await order(account);
    // The first time, some statements are read once for all.
    await count();
    const one = await least();
    expect(one).toBeGreaterThan(4);
    await order(account);
    await order(account);
    expect(await least()).toBe(one);
  });
});

function queryOf(args: string): string {
  return `query ($id: ID!) { standingOrder(id: $id) { occurrences(${args}) { date } } }`;
}

function costOfWindow(args: string): number {
  const document = parse(`{ standingOrders(first: 1) { nodes { occurrences${args} { date } } } }`);
  const [operation] = document.definitions as [never];
  return costOf(schema, document, operation, {}, PLAN_LIMITS.free.quotas).objects;
}
