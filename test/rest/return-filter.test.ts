import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { casesOf } from '../support/hostile/cases.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createReturn, createSentDelivery, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('GET /returns lists', () => {
  it('newest first, by each filter and by all of them', async () => {
    const account = await createAccount(service);
    const { near, far, first, second, third, fourth } = await fourReturns(account);
    expect(await idsOf(account, '')).toEqual([fourth, third, second, first]);
    expect(await idsOf(account, '?reason=damaged')).toEqual([third, first]);
    expect(await idsOf(account, '?reason=wrong%20item')).toEqual([fourth, second]);
    expect(await idsOf(account, '?reason=damage')).toEqual([]);
    expect(await idsOf(account, '?reason=Damaged')).toEqual([]);
    expect(await idsOf(account, `?delivery_id=${near.delivery}`)).toEqual([second, first]);
    expect(await idsOf(account, `?supermarket_id=${far.supermarket}`)).toEqual([fourth, third]);
    expect(await idsOf(account, '?date_from=2026-01-03')).toEqual([fourth, third]);
    expect(await idsOf(account, '?date_to=2026-01-02')).toEqual([second, first]);
    expect(await idsOf(account, '?date_from=2026-01-02&date_to=2026-01-03')).toEqual([third, second]);
    const all = `?supermarket_id=${far.supermarket}&delivery_id=${far.delivery}&reason=damaged`;
    expect(await idsOf(account, `${all}&date_from=2026-01-03&date_to=2026-01-03`)).toEqual([third]);
    expect(await idsOf(account, `${all}&date_from=2026-01-04`)).toEqual([]);
  });

  it('nothing for records that do not exist or belong to another account', async () => {
    const account = await createAccount(service);
    await createReturn(account);
    const { near } = await fourReturns(await createAccount(service));
    for (const id of [near.delivery, Number.MAX_SAFE_INTEGER]) {
      expect(await idsOf(account, `?delivery_id=${id}`)).toEqual([]);
    }
    for (const id of [near.supermarket, Number.MAX_SAFE_INTEGER]) {
      expect(await idsOf(account, `?supermarket_id=${id}`)).toEqual([]);
    }
  });
});

describe('GET /returns refuses', () => {
  it.each(
    casesOf({
      reason: ['', '%20', 'damaged&reason=expired', '%00', 'x'.repeat(101)],
      delivery_id: ['', 'x', '0', '1.5', '9007199254740992'],
      supermarket_id: ['', 'x', '0', '-1', '1&supermarket_id=1'],
      date_from: ['', '2026-02-29', 'today'],
      date_to: ['', '2026-02-29', '2026-01-01&date_from=2026-01-02'],
      product_id: ['1'],
    }),
  )('%s=%s', async (field, value) => {
    const account = await createAccount(service);
    const answer = await account.call('GET', `/returns?${field}=${value}`);
    expectError(answer, 400, 'validation_error', field);
  });
});

/** Creates two returns each from a delivery to a near and to a far supermarket, on four consecutive days. */
async function fourReturns(account: TestAccount) {
  const places = [];
  for (let count = 0; count < 2; count++) {
    const { id, branches } = await createSupermarket(account);
    const delivery = await createSentDelivery(account, { supermarket_id: id, subchain_id: branches[0].id });
    places.push({ supermarket: id, delivery: delivery.id, product: delivery.products[0].product_id });
  }
  const [near, far] = places;
  const ids: number[] = [];
  for (const [index, { delivery, product }] of [near!, near!, far!, far!].entries()) {
    const created = await createReturn(account, {
      delivery_id: delivery,
      product_id: product,
      reason: index % 2 === 0 ? 'damaged' : 'wrong item',
      return_date: `2026-01-0${index + 1}`,
    });
    ids.push(created.id);
  }
  const [first, second, third, fourth] = ids;
  return { near: near!, far: far!, first, second, third, fourth };
}

async function idsOf(account: TestAccount, query: string): Promise<number[]> {
  const data: { id: number }[] = expectData(await account.call('GET', `/returns${query}`));
  return data.map(({ id }) => id);
}
