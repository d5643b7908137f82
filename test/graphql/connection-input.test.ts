import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { useService } from '../support/service/service.ts';
import { fillTrade } from './trade.ts';

const service = useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(service);
  await fillTrade(account, service.testDatabase.url, { supermarkets: 3, products: 4, deliveries: 40 });
});

describe('between two cursors', () => {
  it('a part begins after the one and ends before the other, from either end', async () => {
    const { deliveries } = await ask(
      account,
      '{ deliveries(first: 100, orderBy: DELIVERY_DATE_ASC) { edges { cursor node { id } } } }',
    );
    const ids = deliveries.edges.map(({ node }: { node: { id: string } }) => node.id);
    const cursors = deliveries.edges.map(({ cursor }: { cursor: string }) => cursor);
    const QUERY = `query ($after: String, $before: String, $first: Int, $last: Int) {
      deliveries(after: $after, before: $before, first: $first, last: $last, orderBy: DELIVERY_DATE_ASC) { nodes { id } }
    }`;
    const between = { after: cursors[9], before: cursors[20] };
    const partOf = async (window: object) =>
      (await ask(account, QUERY, { ...between, ...window })).deliveries.nodes.map(
        ({ id }: { id: string }) => id,
      );
    expect(await partOf({ first: 100 })).toEqual(ids.slice(10, 20));
    expect(await partOf({ first: 3 })).toEqual(ids.slice(10, 13));
    expect(await partOf({ last: 3 })).toEqual(ids.slice(17, 20));
  });
});

describe('a list refuses', () => {
  it.each([
    ['first', 'first: 0'],
    ['first', 'first: -1'],
    ['first', 'first: 101'],
    ['last', 'last: 0'],
    ['last', 'last: 101'],
    ['last', 'first: 1, last: 1'],
    ['after', 'after: ""'],
    ['after', 'after: "1"'],
    ['before', 'before: "bm9uc2Vuc2U"'],
    ['after', `after: "${cursor('deliveries', 'CREATED', '0')}"`],
    ['after', `after: "${cursor('deliveries', 'CREATED', 1)}"`],
    ['after', `after: "${cursor('deliveries', 'CREATED', '1', '2')}"`],
    ['after', `after: "${cursor('returns', 'CREATED', '1')}"`],
    ['after', `after: "${cursor('deliveries', 'DELIVERY_DATE', '1', '2026-01-01')}"`],
    ['before', `orderBy: DELIVERY_DATE_ASC, before: "${cursor('deliveries', 'CREATED', '1')}"`],
    [
      'after',
      `orderBy: DELIVERY_DATE_ASC, after: "${cursor('deliveries', 'DELIVERY_DATE', '1', 'yesterday')}"`,
    ],
    [
      'after',
      `orderBy: DELIVERY_DATE_ASC, after: "${cursor('deliveries', 'DELIVERY_DATE', '1', '2026-02-30')}"`,
    ],
    ['dateTo', 'filter: { dateFrom: "2026-02-01", dateTo: "2026-01-01" }'],
  ])('by the name of %s: %s', async (field, args) => {
    const refusal = await refusalOf(account, `{ deliveries(${args}) { nodes { id } } }`);
    expect(refusal).toMatchObject({
      code: 'validation_error',
      field,
      message: expect.stringMatching(`^${field} must`),
    });
  });
});

function cursor(...parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}
