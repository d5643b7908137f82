import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const DAILY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const SHOWN = 'id warnings { kind message }';

async function order(account: TestAccount, fields: object = {}) {
  const product = await createProduct(account);
  const market = await createSupermarket(account);
  const input = {
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    lines: [{ productId: String(product.id), quantity: 10 }],
    weekdays: DAILY,
    startsOn: '2026-01-01',
    ...fields,
  };
  const { createStandingOrder } = await ask(
    account,
    `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { ${SHOWN} } }`,
    { input },
  );
  return { ...createStandingOrder, product, market };
}

async function kindsOf(account: TestAccount, id: string): Promise<string[]> {
  const { standingOrder } = await ask(account, `query ($id: ID!) { standingOrder(id: $id) { ${SHOWN} } }`, {
    id,
  });
  return standingOrder.warnings.map(({ kind }: { kind: string }) => kind);
}

/** Returns the day of the week of a day, counted from today. */
function weekdayIn(days: number): string {
  return DAILY[(new Date(inDays(days)).getUTCDay() + 6) % 7]!;
}

describe('the warnings of a standing order', () => {
  it('say that no date is possible any more', async () => {
    const account = await createAccount(service);
    const cases: [object, string[]][] = [
      [{}, []],
      // Its weekday comes after its last day.
      [{ weekdays: [weekdayIn(5)], endsOn: inDays(3) }, ['NEVER_DELIVERS']],
      [{ weekdays: [weekdayIn(5)], endsOn: inDays(5) }, []],
      // The pause lasts to the end.
      [{ endsOn: inDays(10), pausedFrom: inDays(0), pausedUntil: inDays(20) }, ['NEVER_DELIVERS']],
      [{ pausedFrom: inDays(0), pausedUntil: inDays(20) }, []],
      // Who pauses until further notice knows it.
      [{ pausedFrom: inDays(0) }, []],
      // It begins later than anyone looks.
      [{ startsOn: inDays(500) }, []],
      [{ startsOn: '2020-01-01', endsOn: '2020-02-01' }, []],
    ];
    for (const [fields, kinds] of cases) {
      const { id, warnings } = await order(account, fields);
      expect([fields, warnings.map(({ kind }: { kind: string }) => kind)]).toEqual([fields, kinds]);
      expect(await kindsOf(account, id)).toEqual(kinds);
    }
  });

  it('name a product or a branch that is archived, at once, until it is restored or the order ends', async () => {
    const account = await createAccount(service);
    const [ofProduct, ofBranch] = [await order(account), await order(account)];
    expect(await kindsOf(account, ofProduct.id)).toEqual([]);
    const product = `/products/${ofProduct.product.id}`;
    await account.call('POST', `${product}/archive`);
    await account.call('POST', `/supermarkets/${ofBranch.market.id}/archive`);
    const { standingOrders } = await ask(account, `{ standingOrders(first: 10) { nodes { ${SHOWN} } } }`);
    expect(standingOrders.nodes).toMatchObject([
      {
        id: ofBranch.id,
        warnings: [{ kind: 'ARCHIVED', message: expect.stringContaining(ofBranch.market.branches[0].name) }],
      },
      {
        id: ofProduct.id,
        warnings: [{ kind: 'ARCHIVED', message: expect.stringContaining(ofProduct.product.name) }],
      },
    ]);
    const day = inDays(4);
    const plan = `{ planOfDays(from: "${day}", to: "${day}") { days { planned failed pieces } } }`;
    expect((await ask(account, plan)).planOfDays.days).toEqual([{ planned: 0, failed: 2, pieces: 0 }]);
    await account.call('POST', `${product}/restore`);
    expect((await ask(account, plan)).planOfDays.days).toEqual([{ planned: 1, failed: 1, pieces: 10 }]);
    expect(await kindsOf(account, ofProduct.id)).toEqual([]);
    await ask(account, 'mutation ($id: ID!) { endStandingOrder(id: $id) { id } }', { id: ofBranch.id });
    expect(await kindsOf(account, ofBranch.id)).toEqual([]);
  });
});
