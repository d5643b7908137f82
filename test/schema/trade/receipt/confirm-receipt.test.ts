import { describe, expect, it } from 'vitest';
import { createDelivery, createProduct, createReturn } from '../../../support/records/records.ts';
import { createLines, createLots, lotsOf } from '../../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const CONFIRM = `mutation($id: ID!, $input: ConfirmReceiptInput!) {
  confirmReceipt(deliveryId: $id, input: $input) {
    id status receipt { receivedAt receivedBy by signature temperatures { zone celsius } }
  }
}`;

interface Options {
  key?: string;
  headers?: Record<string, string>;
}

async function confirm(account: TestAccount, id: unknown, input: object, options: Options = {}) {
  const body = { query: CONFIRM, variables: { id: String(id), input: { receivedBy: 'Ada', ...input } } };
  const { json } = await account.call('POST', '//graphql', { body, ...options });
  return json;
}

const errorOf = ({ errors }: { errors?: { extensions: object }[] }) => errors?.[0]?.extensions;

const returnsOf = async (account: TestAccount) => (await account.call('GET', '/returns')).json.data;

async function eventsOf({ id, database }: TestAccount): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    `SELECT type FROM events WHERE account_id = $1 AND type IN ('return.created', 'delivery.completed') ORDER BY id`,
    [id],
  );
  return rows.map(({ type }) => type);
}

async function dispatchAt({ id, database }: TestAccount, delivery: number, at: string) {
  await database.pool.query('UPDATE deliveries SET in_transit_at = $3 WHERE account_id = $1 AND id = $2', [
    id,
    delivery,
    at,
  ]);
}

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('confirmReceipt', () => {
  it('returns what is missing, writes the receipt and completes the delivery', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLines(account, [10, 5, 3]);
    await service.database.pool.query(`UPDATE accounts SET time_zone = 'Pacific/Kiritimati' WHERE id = $1`, [
      account.id,
    ]);
    await dispatchAt(account, id, '2026-06-01T08:00:00Z');
    const [first, second] = products;
    const { data, errors } = await confirm(account, id, {
      at: '2026-06-01T12:30:00+02:00',
      lines: [
        { productId: first.product_id, received: 7, reason: 'too_warm' },
        { productId: second.product_id, received: 0 },
      ],
      signature: [
        [
          [10, 20],
          [40, 60],
        ],
        [[100, 20]],
      ],
      temperatures: [
        { zone: 'CHILLED', celsius: 7.5 },
        { zone: 'FROZEN', celsius: -18 },
      ],
    });
    expect(errors).toBeUndefined();
    expect(data.confirmReceipt).toEqual({
      id: String(id),
      status: 'COMPLETED',
      receipt: {
        receivedAt: '2026-06-01T10:30:00.000Z',
        receivedBy: 'Ada',
        by: 'KEY',
        signature: 'M0 0L30 40M90 0L90 0',
        temperatures: [
          { zone: 'CHILLED', celsius: 7.5 },
          { zone: 'FROZEN', celsius: -18 },
        ],
      },
    });
    // It is the next day already on Kiritimati.
    expect(await returnsOf(account)).toMatchObject([
      { product_id: second.product_id, quantity: 5, reason: 'missing', return_date: '2026-06-02' },
      { product_id: first.product_id, quantity: 3, reason: 'too_warm', return_date: '2026-06-02' },
    ]);
    expect(await eventsOf(account)).toEqual(['return.created', 'return.created', 'delivery.completed']);
  });

  it('needs no lines when everything arrived', async () => {
    const account = await createAccount(service);
    const { id } = await createLines(account, [10]);
    const { key } = await account.issue(['deliveries:write']);
    const { data } = await confirm(account, id, {}, { key });
    expect(data.confirmReceipt).toMatchObject({ status: 'COMPLETED', receipt: { temperatures: [] } });
    expect(await returnsOf(account)).toEqual([]);
  });

  it('counts returns that were made before', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLines(account, [10, 5]);
    const lines = [4, 5].map((received, at) => ({ productId: products[at].product_id, received }));
    for (const { productId } of lines) {
      await createReturn(account, { delivery_id: id, product_id: productId, quantity: 2 });
    }
    expect((await confirm(account, id, { lines })).errors).toBeUndefined();
    const [last, ...before] = await returnsOf(account);
    expect(last).toMatchObject({ product_id: products[0].product_id, quantity: 4 });
    expect(before).toHaveLength(2);
  });

  it('writes nothing when a line is refused', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLines(account, [10, 5]);
    const [{ product_id: productId }] = products;
    const other = (await createProduct(account)).id;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const cases: [object, string][] = [
      [
        {
          lines: [
            { productId: products[1].product_id, received: 0 },
            { productId, received: 11 },
          ],
        },
        'lines[1].received',
      ],
      [{ lines: [{ productId, received: -1 }] }, 'lines[0].received'],
      [{ lines: [{ productId: other, received: 1 }] }, 'lines[0].productId'],
      [
        {
          lines: [
            { productId, received: 1 },
            { productId, received: 2 },
          ],
        },
        'lines[1].productId',
      ],
      [{ lines: [{ productId, received: 1, reason: ' ' }] }, 'lines[0].reason'],
      [{ receivedBy: ' ' }, 'receivedBy'],
      [{ at: tomorrow }, 'at'],
      [{ at: fromNow(61) }, 'at'],
      [{ at: fromNow(-61) }, 'at'],
      [{ lines: [{ productId, received: 1, lot: 'A' }] }, 'lines[0].lot'],
      [{ temperatures: [{ zone: 'FROZEN', celsius: -60.1 }] }, 'temperatures[0].celsius'],
      [{ temperatures: [{ zone: 'FROZEN', celsius: 1.25 }] }, 'temperatures[0].celsius'],
      [{ signature: [] }, 'signature'],
      [{ signature: [[[1, 2, 3]]] }, 'signature[0][0]'],
      [{ signature: [[[1, -2]]] }, 'signature[0][0][1]'],
    ];
    for (const [input, field] of cases) {
      const error = errorOf(await confirm(account, id, input));
      expect([input, error]).toMatchObject([input, { code: 'validation_error', field }]);
    }
    const { json } = await account.call('GET', `/deliveries/${id}`);
    expect(json.data.status).toBe('in_transit');
    expect(await returnsOf(account)).toEqual([]);
    expect(await eventsOf(account)).toEqual([]);
  });

  it('takes more than was delivered, of a line or a lot, only if it is repeated', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [{ lot: 'A', quantity: 4 }]);
    const [{ product_id: productId }] = products;
    const cases: [line: object, max: number][] = [
      [{ received: 11 }, 10],
      [{ received: 11, confirmed: 10 }, 10],
      [{ received: 5, lot: 'A' }, 4],
      [{ received: 5, lot: 'A', confirmed: 11 }, 4],
    ];
    for (const [line, max] of cases) {
      const error = errorOf(await confirm(account, id, { lines: [{ productId, ...line }] }));
      expect([line, error]).toMatchObject([
        line,
        {
          code: 'validation_error',
          problem: 'exceeds_delivered',
          field: 'lines[0].received',
          values: { max },
        },
      ]);
    }
    const lines = [
      { productId, lot: 'A', received: 5, confirmed: 5 },
      { productId, received: 4 },
    ];
    const { data } = await confirm(account, id, { lines });
    expect(data.confirmReceipt).toMatchObject({ status: 'COMPLETED' });
    expect(await returnsOf(account)).toMatchObject([{ quantity: 2, reason: 'missing' }]);
  });

  it('refuses deliveries that are not in transit, are of others, and lines without returns:write', async () => {
    const account = await createAccount(service);
    const pending = await createDelivery(account);
    expect(errorOf(await confirm(account, pending.id, {}))).toMatchObject({
      code: 'invalid_transition',
      field: 'status',
    });
    const stranger = await createAccount(service);
    for (const id of [pending.id, '9007199254740991']) {
      expect(errorOf(await confirm(stranger, id, {}))).toMatchObject({ code: 'not_found', field: null });
    }
    const { id, products } = await createLines(account, [10]);
    const { key } = await account.issue(['deliveries:write']);
    const lines = [{ productId: products[0].product_id, received: 1 }];
    expect(errorOf(await confirm(account, id, { lines }, { key }))).toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('happens once when calls race, also beside returns, and can be repeated under its key', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLines(account, [10]);
    const [{ product_id }] = products;
    const lines = [{ productId: product_id, received: 4 }];
    const body = { delivery_id: id, product_id, quantity: 1, reason: 'damaged', return_date: '2026-06-01' };
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => confirm(account, id, { lines }))),
      Promise.all(Array.from({ length: 5 }, () => account.call('POST', '/returns', { body }))),
    ]);
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    for (const answer of answers.filter(({ errors }) => errors)) {
      expect(errorOf(answer)).toMatchObject({ code: 'invalid_transition', field: 'status' });
    }
    const quantities = (await returnsOf(account)).map(({ quantity }: { quantity: number }) => quantity);
    const total = quantities.reduce((sum: number, each: number) => sum + each, 0);
    expect([total >= 6, total <= 10]).toEqual([true, true]);
    expect((await eventsOf(account)).filter((type) => type === 'delivery.completed')).toHaveLength(1);

    const next = await createLines(account, [10]);
    const headers = { 'Idempotency-Key': 'receipt' };
    const first = await confirm(account, next.id, {}, { headers });
    expect(await confirm(account, next.id, {}, { headers })).toEqual(first);
    expect(first.data.confirmReceipt.status).toBe('COMPLETED');
  });

  it('accepts clocks that are less than an hour wrong, and dates nothing before the dispatch', async () => {
    const account = await createAccount(service);
    const cases: [at: string, received: unknown][] = [];
    for (const minutes of [59, 10]) cases.push([fromNow(minutes), expect.any(String)]);
    const slow = fromNow(-59);
    cases.push([slow, slow]);
    for (const [at, receivedAt] of cases) {
      const { id, products } = await createLines(account, [10]);
      const lines = [{ productId: products[0].product_id, received: 9 }];
      const { data } = await confirm(account, id, { at, lines });
      expect(data.confirmReceipt.receipt.receivedAt).toEqual(receivedAt);
      expect(Date.parse(data.confirmReceipt.receipt.receivedAt)).toBeLessThanOrEqual(Date.now());
      expect((await returnsOf(account))[0].return_date).toBe(new Date().toISOString().slice(0, 10));
    }

    // The clock of the phone says that it is still the day before.
    const { id, products } = await createLines(account, [10]);
    await dispatchAt(account, id, '2026-06-02T00:10:00Z');
    const lines = [{ productId: products[0].product_id, received: 9 }];
    await confirm(account, id, { at: '2026-06-01T23:40:00Z', lines });
    expect((await returnsOf(account))[0].return_date).toBe('2026-06-02');
  });

  it('returns what is missing of each lot, and of the pieces without one', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [
      { lot: 'A', quantity: 4 },
      { lot: 'B', quantity: 3, best_before: '2099-12-20' },
    ]);
    const [{ product_id }] = products;
    const productId = String(product_id);
    const wrong: [lines: object[], field: string][] = [
      [[{ productId, lot: 'C', received: 1 }], 'lines[0].lot'],
      [[{ productId, lot: 'B', received: 4 }], 'lines[0].received'],
      // Beside a lot, it is about the three pieces without one.
      [
        [
          { productId, lot: 'A', received: 4 },
          { productId, received: 4 },
        ],
        'lines[1].received',
      ],
      [[1, 2].map((received) => ({ productId, lot: 'A', received })), 'lines[1].productId'],
      [[1, 2].map((received) => ({ productId, received })), 'lines[1].productId'],
    ];
    for (const [lines, field] of wrong) {
      const error = errorOf(await confirm(account, id, { lines }));
      expect([lines, error]).toMatchObject([lines, { code: 'validation_error', field }]);
    }
    const back = { delivery_id: id, product_id, lot: 'A', quantity: 1 };
    await createReturn(account, back);
    await createReturn(account, { ...back, lot: undefined });
    const { errors } = await confirm(account, id, {
      lines: [
        { productId, lot: 'A', received: 2, reason: 'damaged' },
        { productId, received: 0 },
      ],
    });
    expect(errors).toBeUndefined();
    // One of lot A and one without a lot came back before; lot B is left out, so it arrived.
    expect(await lotsOf(account, id)).toEqual({ returned: 5, lots: { A: 2, B: 0 } });
    const made = (await returnsOf(account)).slice(0, 2);
    expect(made.map(({ quantity, reason }: Record<string, unknown>) => [quantity, reason])).toEqual([
      [2, 'missing'],
      [1, 'damaged'],
    ]);
  });

  it('counts pieces that came back without a lot once, also where every piece has one', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [{ lot: 'A', quantity: 10 }]);
    const [{ product_id }] = products;
    await createReturn(account, { delivery_id: id, product_id, quantity: 2 });
    const lines = [{ productId: String(product_id), lot: 'A', received: 7 }];
    expect((await confirm(account, id, { lines })).errors).toBeUndefined();
    expect(await lotsOf(account, id)).toEqual({ returned: 3, lots: { A: 1 } });
  });
});
