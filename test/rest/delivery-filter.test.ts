import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { casesOf } from '../support/hostile/cases.ts';
import { expectData, expectError, expectErrors } from '../support/http/expect-answer.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('GET /deliveries lists', () => {
  it('newest first', async () => {
    const account = await createAccount(service);
    const { first, second, third, fourth } = await fourDeliveries(account);
    expect(await idsOf(account, '')).toEqual([fourth, third, second, first]);
  });

  it('by status', async () => {
    const account = await createAccount(service);
    const { first, second, third, fourth } = await fourDeliveries(account);
    expect(await idsOf(account, '?status=pending')).toEqual([fourth]);
    expect(await idsOf(account, '?status=in_transit')).toEqual([first]);
    expect(await idsOf(account, '?status=completed')).toEqual([second]);
    expect(await idsOf(account, '?status=cancelled')).toEqual([third]);
  });

  it('from a delivery date and up to one, both inclusive', async () => {
    const account = await createAccount(service);
    const { first, second, third, fourth } = await fourDeliveries(account);
    expect(await idsOf(account, '?date_from=2090-01-02')).toEqual([fourth, third, second]);
    expect(await idsOf(account, '?date_to=2090-01-02')).toEqual([second, first]);
    expect(await idsOf(account, '?date_from=2090-01-02&date_to=2090-01-03')).toEqual([third, second]);
    expect(await idsOf(account, '?date_from=2090-01-03&date_to=2090-01-03')).toEqual([third]);
    expect(await idsOf(account, '?date_from=2090-01-05')).toEqual([]);
    expect(await idsOf(account, '?date_from=1900-01-01&date_to=2100-12-31')).toHaveLength(4);
  });

  it('by supermarket', async () => {
    const account = await createAccount(service);
    const { first, second, third, fourth, near, far } = await fourDeliveries(account);
    expect(await idsOf(account, `?supermarket_id=${near}`)).toEqual([third, first]);
    expect(await idsOf(account, `?supermarket_id=${far}`)).toEqual([fourth, second]);
  });

  it('nothing for a supermarket that does not exist or belongs to another account', async () => {
    const account = await createAccount(service);
    await createDelivery(account);
    const { near } = await fourDeliveries(await createAccount(service));
    expect(await idsOf(account, `?supermarket_id=${near}`)).toEqual([]);
    expect(await idsOf(account, `?supermarket_id=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
  });

  it('by all filters together', async () => {
    const account = await createAccount(service);
    const { second, fourth, far } = await fourDeliveries(account);
    const from = `?supermarket_id=${far}&date_from=2090-01-02`;
    expect(await idsOf(account, from)).toEqual([fourth, second]);
    expect(await idsOf(account, `${from}&status=completed`)).toEqual([second]);
    expect(await idsOf(account, `${from}&status=completed&date_to=2090-01-02`)).toEqual([second]);
    expect(await idsOf(account, `${from}&status=cancelled`)).toEqual([]);
  });
});

describe('GET /deliveries refuses', () => {
  it.each(
    casesOf({
      status: ['', 'lost', 'PENDING', 'pending&status=pending'],
      date_from: ['', '2095-02-29', '2090-1-1', '1899-12-31', 'soon&date_to=2090-01-01'],
      date_to: ['', 'tomorrow', '2101-01-01', 'later&date_from=2090-01-01', '2090-01-01&date_to=2090-01-02'],
      supermarket_id: ['', 'x', '1.5', '%001', '0', '-1', '9007199254740992', '1e2'],
      Status: ['pending'],
      'status[]': ['pending'],
      subchain_id: ['x'],
      constructor: ['1'],
    }),
  )('%s=%s', async (field, value) => {
    const account = await createAccount(service);
    const answer = await account.call('GET', `/deliveries?${field}=${value}`);
    expectError(answer, 400, 'validation_error', field);
  });

  it('a range whose end is before its start', async () => {
    const account = await createAccount(service);
    const answer = await account.call('GET', '/deliveries?date_from=2090-01-02&date_to=2090-01-01');
    expectError(answer, 400, 'validation_error', 'date_to');
  });

  it('every wrong parameter at once', async () => {
    const account = await createAccount(service);
    const answer = await account.call('GET', '/deliveries?per_page=0&colour=red&status=lost');
    expectErrors(answer, 400, 'validation_error', ['colour', 'status', 'per_page']);
  });
});

/** Creates one delivery in each status, on four consecutive days, alternately to two supermarkets. */
async function fourDeliveries(account: TestAccount) {
  const [near, far] = [await createSupermarket(account), await createSupermarket(account)];
  const products = [{ product_id: (await createProduct(account)).id, quantity: 1 }];
  const ids: number[] = [];
  for (const [index, { id, branches }] of [near, far, near, far].entries()) {
    const reference = { supermarket_id: id, subchain_id: branches[0].id };
    const fields = { ...reference, products, delivery_date: `2090-01-0${index + 1}` };
    ids.push((await createDelivery(account, fields)).id);
  }
  const [first, second, third, fourth] = ids;
  await move(account, first!, 'in_transit');
  await move(account, second!, 'in_transit', 'completed');
  await move(account, third!, 'cancelled');
  return { first, second, third, fourth, near: near.id, far: far.id };
}

async function move(account: TestAccount, id: number, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    expectData(await account.call('PATCH', `/deliveries/${id}`, { body: { status } }));
  }
}

async function idsOf(account: TestAccount, query: string): Promise<number[]> {
  const data: { id: number }[] = expectData(await account.call('GET', `/deliveries${query}`));
  return data.map(({ id }) => id);
}
