import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { createLine, lotsOf, move, SETTING } from '../../../support/records/lots.ts';
import { ACCEPT, createLinked, submit } from '../../../support/records/receipts.ts';
import { createProduct, createReturn, createSentDelivery, inDays } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const REVERSE = `mutation ($id: ID!, $reason: String!) { reverseReturn(id: $id, reason: $reason) {
  id quantity creditAmount reason description lot returnDate reverses { id } reversedBy { id }
} }`;

function reverse(account: TestAccount, id: number, query = '') {
  return account.call('POST', `/returns/${id}/reverse${query}`, { body: { reason: ' Recorded twice ' } });
}

/** Returns the kinds of the warnings about a return. */
async function warningsOf(account: TestAccount, id: number): Promise<string[]> {
  const query = `{ return(id: ${id}) { warnings { kind message } } }`;
  const { json } = await account.call('POST', '//graphql', { body: { query } });
  return json.data.return.warnings.map(({ kind }: { kind: string }) => kind);
}

/** Returns the returned quantity of each line. */
async function returnedOf({ database }: TestAccount, deliveryId: number): Promise<number[]> {
  const items = await database.prisma.deliveryItem.findMany({
    where: { deliveryId },
    orderBy: { position: 'asc' },
  });
  return items.map(({ returnedQuantity }) => returnedQuantity);
}

describe('POST /returns/{id}/reverse', () => {
  it('records the negative quantity and credit, dated today, and names both sides with view=full', async () => {
    const account = await createAccount(service);
    const old = await createReturn(account, {
      quantity: 4,
      description: 'Crushed',
      return_date: '2026-01-31',
    });
    const answer = await reverse(account, old.id);
    const reversal = expectData(answer, 201);
    expect(reversal).toStrictEqual({
      ...old,
      id: expect.any(Number),
      quantity: -4,
      credit_amount: -old.credit_amount,
      description: 'Recorded twice',
      return_date: inDays(0),
      created_at: expect.any(String),
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/returns/${reversal.id}`);
    expect(expectData(await account.call('GET', `/returns/${reversal.id}`))).toEqual(reversal);
    expect(expectData(await account.call('GET', `/returns/${old.id}`))).toEqual(old);
    const full = expectData(await account.call('GET', '/returns?view=full'));
    expect(full).toMatchObject([
      { id: reversal.id, reverses_id: old.id, reversed_by_id: null },
      { id: old.id, reverses_id: null, reversed_by_id: reversal.id },
    ]);
  });

  it('is dated no earlier than the return, so that no period has the reversal alone', async () => {
    const account = await createAccount(service);
    for (const day of [-1, 0, 1, 40]) {
      const old = await createReturn(account, { return_date: inDays(day) });
      const { return_date } = expectData(await reverse(account, old.id), 201);
      expect([day, return_date]).toEqual([day, inDays(Math.max(day, 0))]);
    }
  });

  it('answers the view of the request, and the same to a repeated Idempotency-Key', async () => {
    const account = await createAccount(service);
    const old = await createReturn(account);
    const send = () =>
      account.call('POST', `/returns/${old.id}/reverse?view=full`, {
        body: { reason: 'Typo' },
        headers: { 'Idempotency-Key': 'once' },
      });
    const first = await send();
    expect(expectData(first, 201)).toMatchObject({ reverses_id: old.id, reversed_by_id: null });
    const again = await send();
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(expectData(await account.call('GET', '/returns'))).toHaveLength(2);
  });

  it('lets the right return follow, and the whole line again', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    const { product_id } = products[0];
    const wrong = await createReturn(account, { delivery_id: id, product_id, quantity: 10 });
    expect(await returnedOf(account, id)).toEqual([10]);
    expectData(await reverse(account, wrong.id), 201);
    expect(await returnedOf(account, id)).toEqual([0]);
    const right = await createReturn(account, { delivery_id: id, product_id, quantity: 10 });
    expect(right.quantity).toBe(10);
    expect(await returnedOf(account, id)).toEqual([10]);
  });

  it('is done once, and never to a reversal', async () => {
    const account = await createAccount(service);
    const old = await createReturn(account);
    const reversal = expectData(await reverse(account, old.id), 201);
    expectError(await reverse(account, old.id), 400, 'invalid_transition', 'id');
    expectError(await reverse(account, reversal.id), 400, 'invalid_transition', 'id');
    expect(expectData(await account.call('GET', '/returns'))).toHaveLength(2);
    expect(await refusalOf(account, REVERSE, { id: old.id, reason: 'x' })).toMatchObject({
      code: 'invalid_transition',
      field: 'id',
    });
  });

  it('finds no return of nobody or of others', async () => {
    const account = await createAccount(service);
    const theirs = await createReturn(await createAccount(service));
    for (const id of [theirs.id, Number.MAX_SAFE_INTEGER]) {
      expectError(await reverse(account, id), 404, 'not_found', null);
      expect(await refusalOf(account, REVERSE, { id, reason: 'x' })).toMatchObject({
        code: 'not_found',
        field: 'id',
      });
    }
  });

  it.each([
    [{}, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ reason: '  ' }, 'reason'],
    [{ reason: 'x'.repeat(2_001) }, 'reason'],
    [{ reason: 7 }, 'reason'],
    [{ reason: 'x', quantity: 1 }, 'quantity'],
  ])('refuses the body %o', async (body, field) => {
    const account = await createAccount(service);
    const old = await createReturn(account);
    const answer = await account.call('POST', `/returns/${old.id}/reverse`, { body });
    expectError(answer, 400, 'validation_error', field);
  });

  it('takes reasons of 2,000 characters, archived products, and a credit of zero', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { price: 0 });
    const delivery = await createSentDelivery(account, {
      products: [{ product_id: product.id, quantity: 2 }],
    });
    const old = await createReturn(account, {
      delivery_id: delivery.id,
      product_id: product.id,
      quantity: 2,
    });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'completed' } });
    await ask(account, 'mutation ($id: ID!) { archiveProduct(id: $id) { id } }', { id: product.id });
    const reason = 'x'.repeat(2_000);
    const answer = await account.call('POST', `/returns/${old.id}/reverse`, { body: { reason } });
    expect(expectData(answer, 201)).toMatchObject({ quantity: -2, description: reason });
    expect(answer.text).toContain('"credit_amount":0,');
  });

  it('still refuses quantities below 1 in new returns', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    for (const quantity of [0, -1]) {
      const body = {
        delivery_id: id,
        product_id: products[0].product_id,
        quantity,
        reason: 'damaged',
        return_date: inDays(0),
      };
      const answer = await account.call('POST', '/returns', { body });
      expectError(answer, 400, 'validation_error', 'quantity');
    }
  });

  it('needs returns:write', async () => {
    const account = await createAccount(service);
    const old = await createReturn(account);
    const { key } = await account.issue(['returns:read', 'deliveries:write']);
    const answer = await account.call('POST', `/returns/${old.id}/reverse`, { key, body: { reason: 'x' } });
    expectError(answer, 403, 'insufficient_scope', null);
  });
});

it('sends return.created with the negative numbers, in the same transaction', async () => {
  const account = await createAccount(service);
  const old = await createReturn(account, { quantity: 3 });
  const reversal = expectData(await reverse(account, old.id), 201);
  const { rows } = await account.database.pool.query<{ data: object }>(
    "SELECT body::json -> 'data' AS data FROM events WHERE account_id = $1 AND type = 'return.created' ORDER BY id",
    [account.id],
  );
  expect(rows.map(({ data }) => data)).toMatchObject([
    { return_id: old.id, quantity: 3 },
    {
      return_id: reversal.id,
      delivery_id: old.delivery_id,
      product_id: old.product_id,
      product_name: old.product_name,
      quantity: -3,
      reason: old.reason,
      credit_amount: -old.credit_amount,
      return_date: inDays(0),
    },
  ]);
});

describe('lots', () => {
  const LOTS = [
    { lot: 'A', quantity: 4 },
    { lot: 'B', quantity: 5 },
  ];

  it('have the quantity left again', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, LOTS);
    await move(account, line, 'in_transit');
    const named = { delivery_id: line.deliveryId, product_id: line.productId };
    const old = await createReturn(account, { ...named, lot: 'A', quantity: 4 });
    const { reverseReturn } = await ask(account, REVERSE, { id: old.id, reason: 'Lot misread' });
    expect(reverseReturn).toMatchObject({
      quantity: -4,
      reason: old.reason,
      lot: 'A',
      reverses: { id: String(old.id) },
      reversedBy: null,
    });
    expect(await lotsOf(account, line.deliveryId)).toMatchObject([
      [{ returnedQuantity: 0 }, { returnedQuantity: 0 }],
    ]);
    await createReturn(account, { ...named, lot: 'A', quantity: 4 });
    expect(await returnedOf(account, line.deliveryId)).toEqual([4]);
  });

  it('count what is returned of them also when a reversal and new lots race', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, LOTS);
    await move(account, line, 'in_transit');
    const named = { delivery_id: line.deliveryId, product_id: line.productId, lot: 'A' };
    for (let round = 0; round < 5; round++) {
      const old = await createReturn(account, { ...named, quantity: 2 });
      const lots = round % 2 ? LOTS : LOTS.toReversed();
      await Promise.all([
        reverse(account, old.id),
        ...[1, 2].map(() => ask(account, SETTING.set, { ...line, lots })),
      ]);
      const [back] = await lotsOf(account, line.deliveryId);
      expect(back!.map(({ returnedQuantity }) => returnedQuantity)).toEqual([0, 0]);
    }
    expect(await returnedOf(account, line.deliveryId)).toEqual([0]);
  });

  it('can be replaced once what came back of them is reversed', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, LOTS);
    await move(account, line, 'in_transit');
    const named = { delivery_id: line.deliveryId, product_id: line.productId };
    const old = await createReturn(account, { ...named, lot: 'A', quantity: 3 });
    const others = { ...line, lots: [{ lot: 'C', quantity: 9 }] };
    expect(await refusalOf(account, SETTING.set, others)).toMatchObject({ field: 'lots' });
    expectData(await reverse(account, old.id), 201);
    await ask(account, SETTING.set, others);
    expect(await lotsOf(account, line.deliveryId)).toMatchObject([[{ lot: 'C', returnedQuantity: 0 }]]);
    const right = await createReturn(account, { ...named, lot: 'C', quantity: 3 });
    // Lots of old returns can be gone from their lines.
    await account.database.prisma.deliveryItemLot.deleteMany({ where: { accountId: account.id, lot: 'C' } });
    expectData(await reverse(account, right.id), 201);
    expect(await returnedOf(account, line.deliveryId)).toEqual([0]);
  });
});

describe('races', () => {
  it.each([false, true])('reverse a return once (own transactions: %s)', async (isKeyed) => {
    const account = await createAccount(service);
    const old = await createReturn(account, { quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        account.call('POST', `/returns/${old.id}/reverse`, {
          body: { reason: 'x' },
          headers: isKeyed ? { 'Idempotency-Key': `reverse-${index}` } : undefined,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 400, 'invalid_transition', 'id');
    }
    expect(await returnedOf(account, old.delivery_id)).toEqual([0]);
  });

  it('with new returns never exceed the line, nor fall below zero', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    const named = { delivery_id: id, product_id: products[0].product_id };
    const first = await Promise.all(
      Array.from({ length: 5 }, () => createReturn(account, { ...named, quantity: 2 })),
    );
    const post = () =>
      account.call('POST', '/returns', {
        body: { ...named, quantity: 3, reason: 'damaged', return_date: inDays(0) },
      });
    const answers = await Promise.all(first.flatMap((old) => [reverse(account, old.id), post(), post()]));
    expect(answers.every(({ status }) => status === 201 || status === 400)).toBe(true);
    const all = expectData(await account.call('GET', '/returns?per_page=100')) as { quantity: number }[];
    const net = all.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(await returnedOf(account, id)).toEqual([net]);
    expect(net).toBeLessThanOrEqual(10);
    expect(net).toBeGreaterThanOrEqual(0);
  });
});

describe('what is derived from returns', () => {
  it('has neither the reversed return nor the reversal in performance, whenever it was reversed', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    const named = { delivery_id: id, product_id: products[0].product_id };
    const refused = await createReturn(account, { ...named, quantity: 2, return_date: inDays(-3) });
    const kept = await createReturn(account, { ...named, quantity: 1, return_date: inDays(-3) });
    // The reversals are dated after its completion.
    await account.database.prisma.delivery.updateMany({
      where: { accountId: account.id, id },
      data: {
        status: 'completed',
        deliveryDate: new Date(inDays(-3)),
        inTransitAt: new Date(`${inDays(-3)}T06:00Z`),
        completedAt: new Date(`${inDays(-3)}T09:00Z`),
      },
    });
    const read = async () => {
      const { deliveryPerformance } = await ask(
        account,
        `{ deliveryPerformance(dateFrom: "${inDays(-3)}", dateTo: "${inDays(-3)}") {
          total { inFullCount missingQuantity } returnsByFault { quantity credit } waste { kilograms }
          ranking(by: PRODUCT) { figures { missingQuantity } }
        } }`,
      );
      return deliveryPerformance;
    };
    expect(await read()).toMatchObject({
      total: { inFullCount: 0, missingQuantity: 3 },
      ranking: [{ figures: { missingQuantity: 3 } }],
    });
    expectData(await reverse(account, refused.id), 201);
    const { weight } = await account.database.prisma.product.findFirstOrThrow({
      where: { accountId: account.id },
    });
    expect(await read()).toMatchObject({
      total: { inFullCount: 0, missingQuantity: 1 },
      returnsByFault: [{ quantity: 1, credit: kept.credit_amount }, { quantity: 0 }, { quantity: 0 }],
      waste: { kilograms: Number(weight) },
      ranking: [{ figures: { missingQuantity: 1 } }],
    });
    expectData(await reverse(account, kept.id), 201);
    expect(await read()).toMatchObject({
      total: { inFullCount: 1, missingQuantity: 0 },
      returnsByFault: [{ quantity: 0, credit: 0 }, { quantity: 0 }, { quantity: 0 }],
      waste: { kilograms: 0 },
    });
  });

  it('sums to nothing in totals, and the trace of its lot has it back', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    await move(account, line, 'in_transit');
    const named = { delivery_id: line.deliveryId, product_id: line.productId };
    const old = await createReturn(account, { ...named, lot: 'A', quantity: 6 });
    await createReturn(account, { ...named, lot: 'A', quantity: 1 });
    expectData(await reverse(account, old.id), 201);
    const { returnTotals, lotTrace } = await ask(
      account,
      `{ returnTotals { quantity creditAmount }
         lotTrace(lot: "A") { nodes { returned } totals { returned } balance { returnedWithLot returnedUnallocated } } }`,
    );
    expect(returnTotals.quantity).toBe(1);
    expect(lotTrace).toEqual({
      nodes: [{ returned: 1 }],
      totals: [{ returned: 1 }],
      balance: { returnedWithLot: 1, returnedUnallocated: 0 },
    });
  });
});

describe('what else counts returns', () => {
  it('has the goods of an open withdrawal at the branch again', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    await move(account, line, 'in_transit');
    const named = { delivery_id: line.deliveryId, product_id: line.productId };
    const old = await createReturn(account, { ...named, lot: 'A', quantity: 10 });
    const CREATE = `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }`;
    const input = {
      kind: 'RECALL',
      productId: String(line.productId),
      lots: ['A'],
      reason: 'Glass',
      instruction: 'Destroy',
    };
    const { id } = (await ask(account, CREATE, { input })).createWithdrawal;
    const read = async () =>
      (
        await ask(account, 'query ($id: ID!) { withdrawal(id: $id) { notices { quantity closedReason } } }', {
          id,
        })
      ).withdrawal.notices;
    expect(await read()).toEqual([{ quantity: 0, closedReason: expect.any(String) }]);
    expectData(await reverse(account, old.id), 201);
    expect(await read()).toEqual([{ quantity: 10, closedReason: null }]);
  });

  it('returns what a branch disputes once the return before it is reversed', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    const old = await createReturn(account, { delivery_id: Number(id), product_id: bread, quantity: 2 });
    await submit(url, { [`received-${bread}`]: '5', [`reason-${bread}`]: 'damaged' });
    expectData(await reverse(account, old.id), 201);
    await ask(account, ACCEPT, { id });
    const all = expectData(await account.call('GET', '/returns')) as { quantity: number }[];
    expect(all.map(({ quantity }) => quantity)).toEqual([5, -2, 2]);
    expect((await returnedOf(account, Number(id)))[0]).toBe(5);
  });
});

describe('Return.warnings', () => {
  it('names a return date before the day of dispatch where the account is', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account);
    await account.database.prisma.account.update({
      where: { id: account.id },
      data: { timeZone: 'Pacific/Auckland' },
    });
    const named = { delivery_id: id, product_id: products[0].product_id };
    // It is the 2nd in Auckland.
    await account.database.prisma.delivery.updateMany({
      where: { accountId: account.id, id },
      data: { inTransitAt: new Date('2026-11-01T13:00:00Z') },
    });
    const dated = async (return_date: string) =>
      warningsOf(account, (await createReturn(account, { ...named, return_date })).id);
    expect(await dated('2026-11-01')).toEqual(['BEFORE_DISPATCH']);
    expect(await dated('2026-11-02')).toEqual([]);
  });

  it.each([
    [366, []],
    [367, ['FAR_AWAY']],
  ])('names dates %i days away only beyond 366', async (days, kinds) => {
    const account = await createAccount(service);
    const { id } = await createReturn(account, { return_date: inDays(days) });
    expect(await warningsOf(account, id)).toEqual(kinds);
    const past = await createReturn(account, { return_date: inDays(-days) });
    expect(await warningsOf(account, past.id)).toEqual(['BEFORE_DISPATCH', ...kinds]);
  });
});
