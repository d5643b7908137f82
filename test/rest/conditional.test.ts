import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const CHANGED: [string, (account: TestAccount) => Promise<{ id: number }>, object][] = [
  ['/deliveries', createDelivery, { status: 'in_transit' }],
  ['/products', createProduct, { price: 7.77 }],
];

/** Returns a product of the account, its path, and its ETag. */
async function taggedProduct(account: TestAccount) {
  const path = `/products/${(await createProduct(account)).id}`;
  const { headers } = await account.call('GET', path);
  return { path, tag: headers.get('ETag')! };
}

function getIf(account: TestAccount, path: string, tag: string) {
  return account.call('GET', path, { headers: { 'If-None-Match': tag } });
}

function changeIf(account: TestAccount, path: string, tag: string, body: object) {
  return account.call('PATCH', path, { body, headers: { 'If-Match': tag } });
}

describe('the response to a write', () => {
  it.each(CHANGED)(
    'at %s includes the ETag that GET returns for the record',
    async (path, create, change) => {
      const account = await createAccount(service);
      const { id } = await create(account);
      const changed = await account.call('PATCH', `${path}/${id}`, { body: change });
      expect((await getIf(account, `${path}/${id}`, changed.headers.get('ETag')!)).status).toBe(304);
    },
  );

  it('has it for a creation too, also when replayed, but never together with a secret', async () => {
    const account = await createAccount(service);
    const body = { name: 'Rye', weight: 1, price: 1, category: 'bakery' };
    const headers = { 'Idempotency-Key': 'etag' };
    const [first, second] = [
      await account.call('POST', '/products', { body, headers }),
      await account.call('POST', '/products', { body, headers }),
    ];
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect((await getIf(account, `/products/${first.json.data.id}`, first.headers.get('ETag')!)).status).toBe(
      304,
    );
    const webhook = { url: 'http://127.0.0.1:1/', events: ['product.created'] };
    expect((await account.call('POST', '/webhooks', { body: webhook })).headers.has('ETag')).toBe(false);
  });
});

describe('If-Match', () => {
  it('allows a change while the record matches the ETag, and refuses it afterwards', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const changed = await changeIf(account, path, `"other", ${tag}`, { price: 1 });
    expect(expectData(changed).price).toBe(1);
    expectError(await changeIf(account, path, tag, { price: 2 }), 412, 'precondition_failed', 'If-Match');
    expect(expectData(await account.call('GET', path)).price).toBe(1);
    expectData(await changeIf(account, path, changed.headers.get('ETag')!, { price: 3 }));
    expectData(await changeIf(account, path, '*', { price: 4 }));
  });

  it('lets only one of many concurrent changes succeed', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const prices = Array.from({ length: 8 }, (_, index) => index + 1);
    const answers = await Promise.all(prices.map((price) => changeIf(account, path, tag, { price })));
    const [won, ...lost] = answers.toSorted((one, other) => one.status - other.status);
    expect(expectData(await account.call('GET', path))).toEqual(expectData(won!));
    for (const answer of lost) expectError(answer, 412, 'precondition_failed', 'If-Match');
  });

  it('works for deliveries and webhooks too, for deletion, and with a key that can only write', async () => {
    const account = await createAccount(service);
    const delivery = `/deliveries/${(await createDelivery(account)).id}`;
    const { headers } = await account.call('GET', delivery);
    const { key } = await account.issue(['deliveries:write']);
    const move = { key, body: { status: 'in_transit' }, headers: { 'If-Match': headers.get('ETag')! } };
    expectData(await account.call('PATCH', delivery, move));
    expectError(await account.call('PATCH', delivery, move), 412, 'precondition_failed', 'If-Match');

    const body = { url: 'http://127.0.0.1:1/', events: ['product.created'] };
    const { id } = expectData(await account.call('POST', '/webhooks', { body }), 201);
    const gone = (tag: string) => account.call('DELETE', `/webhooks/${id}`, { headers: { 'If-Match': tag } });
    expectError(await gone('"old"'), 412, 'precondition_failed', 'If-Match');
    expectData(await gone((await account.call('GET', `/webhooks/${id}`)).headers.get('ETag')!));
    expectError(await gone('"old"'), 404, 'not_found');
  });

  it.each(CHANGED)('does not lock records of others at %s', async (path, create, change) => {
    const [owner, stranger] = [await createAccount(service), await createAccount(service)];
    const { id } = await create(owner);
    const client = await service.database.pool.connect();
    try {
      // Whoever locked the record too would wait for this transaction.
      await client.query('BEGIN');
      await client.query(`SELECT FROM ${path.slice(1)} WHERE id = $1 FOR UPDATE`, [id]);
      const answer = await Promise.race([
        changeIf(stranger, `${path}/${id}`, '"old"', change),
        sleep(20_000),
      ]);
      expect(answer).toMatchObject({ status: 404 });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('is checked after the input and the existence of the record, and before its state', async () => {
    const account = await createAccount(service);
    const { path } = await taggedProduct(account);
    expectError(await changeIf(account, path, '"old"', { price: -1 }), 400, 'validation_error', 'price');
    const stranger = await createAccount(service);
    expectError(await changeIf(stranger, path, '"old"', { price: 1 }), 404, 'not_found');
    const delivery = `/deliveries/${(await createDelivery(account)).id}`;
    const move = await changeIf(account, delivery, '"old"', { status: 'completed' });
    expectError(move, 412, 'precondition_failed', 'If-Match');
  });

  it('is refused where there is nothing to compare', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const headers = { 'If-Match': tag, 'Idempotency-Key': 'conditional' };
    const body = { name: 'Rye', weight: 1, price: 1, category: 'bakery' };
    for (const [method, at] of [
      ['GET', path],
      ['GET', '/products'],
      ['POST', '/products'],
    ] as const) {
      const answer = await account.call(method, at, { headers, ...(method === 'POST' && { body }) });
      expectError(answer, 400, 'validation_error', 'If-Match');
    }
  });
});
