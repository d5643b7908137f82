import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { statementsOf } from '../support/database/statements.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { outcomesOf, sendRows } from '../support/records/send-rows.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const BRANCH = { reference: 'B-1', name: 'Central', address: '1 Road', delivery_window: '06:00-07:00' };
const MARKET = { reference: 'S-1', name: 'Market', contact_email: 'm@m.example', branches: [BRANCH] };

describe('POST /supermarkets/upsert', () => {
  it('creates, changes what differs, and does nothing when repeated', async () => {
    const account = await createAccount(service);
    const upsert = (...rows: unknown[]) => sendRows(account, 'supermarkets', rows);
    const [created] = await upsert(MARKET);
    expect(created!.outcome).toBe('created');
    expect(outcomesOf(await upsert(MARKET))).toEqual(['unchanged']);
    const more = { reference: 'B-2', name: 'New', address: '2 Road', gln: '4012345000009' };
    expect(outcomesOf(await upsert({ reference: 'S-1', branches: [more] }))).toEqual(['updated']);
    const cleared = { reference: 'B-1', delivery_window: null };
    const rows = [
      { reference: 'S-1', branches: [cleared] },
      { ...MARKET, reference: 'S-2', branches: [] },
    ];
    expect(outcomesOf(await upsert(...rows))).toEqual(['updated', 'created']);
    const read = expectData(await account.call('GET', `/supermarkets/${created!.id}?view=full`));
    expect(read).toMatchObject({ name: 'Market', reference: 'S-1' });
    expect(read.branches).toMatchObject([{ ...BRANCH, delivery_window: null }, more]);
    const counts = await service.database.prisma.supermarketCount.findUnique({
      where: { accountId: account.id },
    });
    expect(counts).toMatchObject({ supermarkets: 2, branches: 2 });
  });

  it('refuses rows one by one', async () => {
    const account = await createAccount(service);
    await createSupermarket(account, { reference: 'S-0', branches: [{ ...BRANCH, reference: 'B-0' }] });
    const results = await sendRows(account, 'supermarkets', [
      { ...MARKET, branches: [{ ...BRANCH, reference: 'B-0' }] },
      { reference: 'S-2', name: 'No e-mail' },
      { reference: 'S-0', branches: [{ reference: 'B-9', name: 'No address' }] },
      { reference: 'S-0', branches: [BRANCH, BRANCH] },
      { ...MARKET, branches: [{ name: 'No reference', address: '1' }] },
      MARKET,
      { ...MARKET, reference: 'S-3' },
      { ...MARKET, reference: 'S-4' },
    ]);
    expect(results.map(({ outcome, error }) => error?.field ?? outcome)).toEqual([
      'branches[0].reference',
      'contact_email',
      'branches[0].address',
      'branches[1].reference',
      'branches[0].reference',
      'reference',
      'created',
      'branches[0].reference',
    ]);
  });

  it('races make one record of a reference', async () => {
    const account = await createAccount(service);
    const rows = Array.from({ length: 10 }, (_, at) => ({
      ...MARKET,
      reference: `S-${at}`,
      branches: [{ ...BRANCH, reference: `B-${at}` }],
    }));
    const results = await Promise.all([1, 2, 3].map(() => sendRows(account, 'supermarkets', rows)));
    expect(results.flat().filter(({ outcome }) => outcome === 'created')).toHaveLength(10);
    expect(results.flat().filter(({ outcome }) => outcome === 'unchanged')).toHaveLength(20);
    const count = async (list: unknown[]) =>
      (await statementsOf(service.testDatabase.name, () => sendRows(account, 'supermarkets', list))).length;
    const other = rows.map((row) => ({
      ...row,
      name: 'Other',
      branches: [{ ...row.branches[0]!, name: 'Other' }],
    }));
    expect(await count(other.slice(1))).toBe(await count(other.slice(0, 1)));
  });
});

describe('POST /deliveries/batch', () => {
  it('creates each once, and refuses rows one by one', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    const product = await createProduct(account);
    const row = {
      supermarket_id: market.id,
      subchain_id: market.branches[0].id,
      products: [{ product_id: product.id, quantity: 2 }],
      delivery_date: inDays(1),
    };
    const rows = [
      { ...row, reference: 'D-1' },
      { ...row, reference: 'D-2', products: [{ product_id: 9_999_999, quantity: 1 }] },
      { ...row, delivery_date: inDays(0) },
      { ...row, reference: 'D-3' },
    ];
    const batch = () => sendRows(account, 'deliveries', rows, '/deliveries/batch');
    const first = await batch();
    expect(outcomesOf(first)).toEqual(['created', 'refused', 'refused', 'created']);
    expect(first.map(({ error }) => error && [error.code, error.field])).toEqual([
      null,
      ['not_found', 'products[0].product_id'],
      ['validation_error', 'delivery_date'],
      null,
    ]);
    const again = await batch();
    expect(outcomesOf(again)).toEqual(['unchanged', 'refused', 'refused', 'unchanged']);
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    const racing = await Promise.all(
      [1, 2].map(() => sendRows(account, 'deliveries', [{ ...row, reference: 'D-4' }], '/deliveries/batch')),
    );
    expect(outcomesOf(racing.flat()).sort()).toEqual(['created', 'unchanged']);
    const headers = { 'Idempotency-Key': 'batch' };
    const keyed = [{ ...row, reference: 'D-5' }, rows[1], { ...row, reference: 'D-6' }];
    const answer = await account.call('POST', '/deliveries/batch', { body: { deliveries: keyed }, headers });
    expect(outcomesOf(expectData(answer))).toEqual(['created', 'refused', 'created']);
  });
});
