import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { createLine, type DeliveryLine, lotsOf, move, SETTING } from '../../../support/records/lots.ts';
import { inDays } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const LOTS = [
  { lot: 'A', quantity: 4 },
  { lot: 'B', quantity: 5 },
];

async function sent(account: TestAccount): Promise<DeliveryLine> {
  const line = await createLine(account, LOTS);
  await move(account, line, 'in_transit');
  return line;
}

function giveBack(account: TestAccount, { deliveryId, productId }: DeliveryLine, fields: object) {
  const body = {
    delivery_id: deliveryId,
    product_id: productId,
    reason: 'recalled',
    return_date: inDays(0),
    ...fields,
  };
  return account.call('POST', '/returns', { body });
}

describe('a return of a lot', () => {
  it('is counted on the lot, and shown by GraphQL alone', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const answer = await giveBack(account, line, { lot: ' A ', quantity: 3 });
    expect(answer.status).toBe(201);
    expect(answer.json.data).not.toHaveProperty('lot');
    const { id } = answer.json.data;
    expect((await account.call('GET', `/returns/${id}?view=full`)).json.data).not.toHaveProperty('lot');
    expect((await ask(account, `{ return(id: ${id}) { lot } }`)).return).toEqual({ lot: 'A' });
    expect(await lotsOf(account, line.deliveryId)).toMatchObject([
      [{ returnedQuantity: 3 }, { returnedQuantity: 0 }],
    ]);
    const input = { deliveryId: String(line.deliveryId), productId: String(line.productId), quantity: 1 };
    const CREATE = 'mutation ($input: CreateReturnInput!) { createReturn(input: $input) { lot } }';
    const more = { ...input, reason: 'quality', returnDate: inDays(0), lot: 'A' };
    expect((await ask(account, CREATE, { input: more })).createReturn).toEqual({ lot: 'A' });
  });

  it('refuses a lot that the line does not have, and more than is left of it', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const refused = (fields: object) => giveBack(account, line, fields);
    expectError(await refused({ lot: 'a', quantity: 1 }), 400, 'validation_error', 'lot');
    expectError(await refused({ lot: '', quantity: 1 }), 400, 'validation_error', 'lot');
    expectError(await refused({ lot: 'A', quantity: 5 }), 400, 'validation_error', 'quantity');
    await giveBack(account, line, { quantity: 8 });
    // The lot has four left, but the line has only two.
    expectError(await refused({ lot: 'A', quantity: 3 }), 400, 'validation_error', 'quantity');
    expect((await giveBack(account, line, { lot: 'A', quantity: 2 })).status).toBe(201);
  });

  it('never exceeds the lot when returns race, with and without a lot', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const lots = ['A', 'A', 'B', undefined, 'A', 'A', 'B', 'A', undefined, 'A', 'A', 'B', 'A', 'B', 'A', 'B'];
    const answers = await Promise.all(
      lots.map((lot) => giveBack(account, line, { quantity: 1, ...(lot && { lot }) })),
    );
    const taken = (lot?: string) =>
      answers.filter(({ status }, index) => status === 201 && lots[index] === lot).length;
    expect(answers.every(({ status }) => status === 201 || status === 400)).toBe(true);
    expect(taken('A')).toBeLessThanOrEqual(4);
    expect(taken('A') + taken('B') + taken()).toBe(10);
    expect(await lotsOf(account, line.deliveryId)).toMatchObject([
      [{ returnedQuantity: taken('A') }, { returnedQuantity: taken('B') }],
    ]);
  });

  it('waits for a return of the line that is being written', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const lock = `SELECT FROM delivery_items WHERE account_id = $1 AND delivery_id = $2 FOR NO KEY UPDATE`;
    const lots = [{ lot: 'B', quantity: 10 }];
    const refusal = await whileLocked(
      service,
      {
        lock,
        values: [account.id, line.deliveryId],
        change: (client) =>
          client.query(
            `INSERT INTO returns
               (account_id, delivery_id, product_id, supermarket_id, lot, quantity, reason, return_date, credit_amount)
             SELECT account_id, delivery_id, product_id, supermarket_id, 'A', 1, 'recalled', current_date, unit_price
             FROM delivery_items JOIN deliveries USING (account_id)
             WHERE account_id = $1 AND delivery_id = $2 AND deliveries.id = $2`,
            [account.id, line.deliveryId],
          ),
      },
      () => refusalOf(account, SETTING.set, { ...line, lots }),
    );
    expect(refusal).toMatchObject({ field: 'lots' });
  });

  it('is kept when the lots are replaced, also when both race', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const lots = [
      { lot: 'B', quantity: 6 },
      { lot: 'A', quantity: 4 },
    ];
    const [first, second] = await Promise.all([
      giveBack(account, line, { lot: 'A', quantity: 2 }),
      giveBack(account, line, { lot: 'B', quantity: 1 }),
      ...[1, 2, 3].map(() => ask(account, SETTING.set, { ...line, lots })),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const counted = [
      [
        { lot: 'B', returnedQuantity: 1 },
        { lot: 'A', returnedQuantity: 2 },
      ],
    ];
    expect(await lotsOf(account, line.deliveryId)).toMatchObject(counted);
    const fewer = { ...line, lots: [{ lot: 'A', quantity: 1 }] };
    expect(await refusalOf(account, SETTING.set, fewer)).toMatchObject({ field: 'lots[0].quantity' });
  });

  it('cannot lose its lot, until it is reversed', async () => {
    const account = await createAccount(service);
    const line = await sent(account);
    const back = await giveBack(account, line, { lot: 'A', quantity: 2 });
    const other = [{ lot: 'B', quantity: 10 }];
    const refused = {
      code: 'validation_error',
      field: 'lots',
      message: expect.stringContaining('lot A, of which 2'),
    };
    for (const lots of [[], other]) {
      expect(await refusalOf(account, SETTING.set, { ...line, lots })).toMatchObject(refused);
    }
    await move(account, line, 'completed');
    const correction = { ...line, lots: other, reason: 'misread' };
    expect(await refusalOf(account, SETTING.correct, correction)).toMatchObject(refused);
    await account.call('POST', `/returns/${back.json.data.id}/reverse`, { body: { reason: 'was lot B' } });
    await ask(account, SETTING.correct, correction);
    expect(await lotsOf(account, line.deliveryId)).toMatchObject([[{ lot: 'B', returnedQuantity: 0 }]]);
    expect((await giveBack(account, line, { lot: 'B', quantity: 2 })).status).toBe(201);
  });

  it('keeps its lot when the lots are replaced at the same time', async () => {
    const account = await createAccount(service);
    for (const lots of [[], [{ lot: 'B', quantity: 10 }]]) {
      const line = await sent(account);
      const body = { query: SETTING.set, variables: { ...line, lots } };
      const [returned, { json }] = await Promise.all([
        giveBack(account, line, { lot: 'A', quantity: 2 }),
        account.call('POST', '//graphql', { body }),
      ]);
      // Whoever comes first wins.
      expect([returned.status === 201, json.errors === undefined].filter(Boolean)).toHaveLength(1);
      const { data } = (await account.call('GET', '/returns')).json;
      const [kept] = await lotsOf(account, line.deliveryId);
      const own = data.filter((each: { delivery_id: number }) => each.delivery_id === line.deliveryId);
      const left = own.length > 0 ? ['A', 'B'] : lots.map(({ lot }) => lot);
      expect(kept!.map((each) => each.lot)).toEqual(left);
    }
  });
});

it('names no lot for what a receipt says is missing, because nobody knows which', async () => {
  const account = await createAccount(service);
  const line = await sent(account);
  const input = { receivedBy: 'Ada', lines: [{ productId: String(line.productId), received: 7 }] };
  const CONFIRM =
    'mutation ($id: ID!, $input: ConfirmReceiptInput!) { confirmReceipt(deliveryId: $id, input: $input) { id } }';
  await ask(account, CONFIRM, { id: line.deliveryId, input });
  const TRACE = '{ lotTrace(lot: "A") { balance { delivered returnedWithLot returnedUnallocated } } }';
  const { lotTrace } = await ask(account, TRACE);
  expect(lotTrace.balance).toEqual({ delivered: 4, returnedWithLot: 0, returnedUnallocated: 3 });
});
