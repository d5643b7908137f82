import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const CREATE: Record<string, (account: TestAccount) => Promise<{ id: number }>> = {
  deliveries: createDelivery,
  returns: createReturn,
  products: createProduct,
  supermarkets: createSupermarket,
};

const BRANCH = ['id', 'name', 'address', 'delivery_window'];
const FULL_BRANCH = [...BRANCH, 'reference', 'gln', 'phone', 'country', 'archived_at'];

/** The fields of each resource by the specification, and those that `view=full` adds. */
const FIELDS: Record<string, [plain: string[], more: string[]]> = {
  deliveries: [
    [
      'id',
      'supermarket_name',
      'subchain_name',
      'products',
      'total_value',
      'delivery_date',
      'status',
      'created_at',
    ],
    [
      'supermarket_id',
      'subchain_id',
      'notes',
      'reference',
      'order_number',
      'carrier',
      'in_transit_at',
      'completed_at',
      'cancelled_at',
      'replaces_id',
      'replaced_by_id',
      'updated_at',
    ],
  ],
  returns: [
    [
      'id',
      'delivery_id',
      'product_id',
      'product_name',
      'quantity',
      'reason',
      'description',
      'return_date',
      'credit_amount',
      'created_at',
    ],
    ['supermarket_id', 'subchain_id', 'reverses_id', 'reversed_by_id', 'updated_at'],
  ],
  products: [
    ['id', 'sequential_id', 'name', 'weight', 'price', 'category', 'created_at'],
    [
      'reference',
      'gtin',
      'unit',
      'units_per_case',
      'case_gtin',
      'brand',
      'packaging',
      'shelf_life_days',
      'archived_at',
      'updated_at',
    ],
  ],
  supermarkets: [
    ['id', 'name', 'contact_email', 'branches', 'created_at'],
    ['reference', 'updated_at'],
  ],
};

describe.each(Object.entries(FIELDS))('%s', (path, [plain, more]) => {
  it('shows more fields with view=full alone, in reads, lists and writes', async () => {
    const account = await createAccount(service);
    const created = await CREATE[path]!(account);
    expect(Object.keys(created)).toEqual(plain);
    const one = expectData(await account.call('GET', `/${path}/${created.id}?view=full`));
    expect(Object.keys(one)).toEqual(expect.arrayContaining([...plain, ...more]));
    const list = await account.call('GET', `/${path}?view=full&per_page=5`);
    expect(expectData(list)).toStrictEqual([one]);
    expect(list.json.pagination.total).toBe(1);
    expectError(await account.call('GET', `/${path}?view=all`), 400, 'validation_error', 'view');
  });
});

it('a list of supermarkets shows branches in full too', async () => {
  const account = await createAccount(service);
  const created = await createSupermarket(account);
  const [plain] = expectData(await account.call('GET', '/supermarkets'));
  expect(Object.keys(plain)).toEqual(['id', 'name', 'branches']);
  expect(Object.keys(plain.branches[0])).toEqual(['id', 'name', 'address']);
  const [full] = expectData(await account.call('GET', '/supermarkets?view=full'));
  expect(full).toMatchObject({
    contact_email: created.contact_email,
    created_at: created.created_at,
    reference: null,
  });
  expect(Object.keys(full.branches[0])).toEqual(FULL_BRANCH);
});

const NUMBERS = {
  reference: 'P-1',
  gtin: '4006381333931',
  unit: 'case',
  units_per_case: 12,
  case_gtin: '14006381333938',
  brand: 'Hearth',
  packaging: 'bag',
  shelf_life_days: 5,
};

it('a product takes its numbers, and null clears them', async () => {
  const account = await createAccount(service);
  const body = { name: 'Rye', weight: 1, price: 2, category: 'bakery', ...NUMBERS };
  const made = expectData(await account.call('POST', '/products?view=full', { body }), 201);
  expect(made).toMatchObject(NUMBERS);
  const change = { reference: null, unit: null };
  const changed = expectData(await account.call('PATCH', `/products/${made.id}?view=full`, { body: change }));
  expect(changed).toMatchObject({ ...NUMBERS, reference: null, unit: 'piece' });
  const refused = await account.call('POST', '/products', { body: { ...body, gtin: '4006381333934' } });
  expectError(refused, 400, 'validation_error', 'gtin');
  expect(refused.json.error.message).toBe('gtin has a wrong check digit: the last digit should be 1');
});

it('a delivery takes its numbers', async () => {
  const account = await createAccount(service);
  const numbers = { reference: 'D-1', order_number: 'PO-1', carrier: 'Van', notes: 'Ring' };
  const { id } = await createDelivery(account, numbers);
  const moved = await account.call('PATCH', `/deliveries/${id}?view=full`, { body: { status: 'cancelled' } });
  expect(expectData(moved)).toMatchObject({
    ...numbers,
    cancelled_at: expect.any(String),
    completed_at: null,
  });
});

it('a delivery says which version it replaces, and which one replaces it', async () => {
  const account = await createAccount(service);
  const { id } = await createDelivery(account);
  const query = `mutation { reviseDelivery(id: ${id}, input: { deliveryDate: "2099-12-01" }) { id } }`;
  const { json } = await account.call('POST', '//graphql', { body: { query } });
  const next = Number(json.data.reviseDelivery.id);
  const list = expectData(await account.call('GET', '/deliveries?view=full'));
  expect(list).toMatchObject([
    { id: next, status: 'pending', replaces_id: id, replaced_by_id: null },
    { id, status: 'cancelled', replaces_id: null, replaced_by_id: next },
  ]);
});

it('If-Match compares the ETag of the view', async () => {
  const account = await createAccount(service);
  const { id } = await createSupermarket(account);
  const read = await account.call('GET', `/supermarkets/${id}?view=full`);
  const headers = { 'If-Match': read.headers.get('ETag')! };
  const change = (query: string) =>
    account.call('PATCH', `/supermarkets/${id}${query}`, { body: { name: 'New' }, headers });
  expectError(await change(''), 412, 'precondition_failed', 'If-Match');
  expectData(await change('?view=full'));
  expectError(await change('?view=full'), 412, 'precondition_failed', 'If-Match');
});

describe('supermarkets and branches', () => {
  it('are changed', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account);
    const body = { name: 'New', contact_email: 'new@m.example', reference: 'S-1' };
    const changed = expectData(await account.call('PATCH', `/supermarkets/${market.id}`, { body }));
    expect(changed).toStrictEqual({ ...market, name: 'New', contact_email: 'new@m.example' });
    const branch = { name: 'North', address: '1 Road', delivery_window: '06:00-07:00', reference: 'B-1' };
    const at = `/supermarkets/${market.id}/branches`;
    const added = expectData(await account.call('POST', at, { body: branch }), 201);
    expect(Object.keys(added)).toEqual(BRANCH);
    const cleared = { delivery_window: null, gln: '4012345000009' };
    const full = expectData(await account.call('PATCH', `${at}/${added.id}?view=full`, { body: cleared }));
    expect(full).toMatchObject({
      name: 'North',
      delivery_window: null,
      reference: 'B-1',
      gln: '4012345000009',
    });
    const other = await createSupermarket(account);
    const elsewhere = `/supermarkets/${other.id}/branches/${added.id}`;
    expectError(await account.call('PATCH', elsewhere, { body: { name: 'X' } }), 404, 'not_found');
    expectError(await account.call('PATCH', `${at}/${added.id}`, { body: {} }), 400, 'validation_error');
    expectError(await account.call('POST', at, { body: branch }), 400, 'validation_error', 'reference');
  });
});
