import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { createProduct, createWebhook } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const PRODUCT = `reference gtin unit unitsPerCase caseGtin brand packaging shelfLifeDays`;
const GIVEN = {
  reference: 'RB-1',
  gtin: '4006381333931',
  unit: 'CASE',
  unitsPerCase: 12,
  caseGtin: '14006381333938',
  brand: 'Hearth',
  packaging: 'paper bag',
  shelfLifeDays: 5,
};
const CLEARED = { ...Object.fromEntries(Object.keys(GIVEN).map((name) => [name, null])), unit: 'PIECE' };

const CLEARED_INPUT = { ...CLEARED, unit: null };

const CREATE = `mutation($input: CreateProductInput!) { createProduct(input: $input) { id ${PRODUCT} } }`;
const UPDATE = `mutation($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { updatedAt price ${PRODUCT} } }`;

function newProduct(more: object = {}) {
  return { name: 'Rye', weight: 1, price: 2, category: 'bakery', ...more };
}

describe('a product', () => {
  it('keeps its master data, and null clears it', async () => {
    const account = await createAccount(service);
    const { createProduct } = await ask(account, CREATE, { input: newProduct(GIVEN) });
    const { id, ...created } = createProduct;
    expect(created).toEqual(GIVEN);
    const kept = await ask(account, UPDATE, { id, input: { price: 3 } });
    expect(kept.updateProduct).toMatchObject({ ...GIVEN, price: 3 });
    const cleared = await ask(account, UPDATE, { id, input: CLEARED_INPUT });
    expect(cleared.updateProduct).toMatchObject(CLEARED);
  });

  it('sends product.updated for what events show alone', async () => {
    const account = await createAccount(service);
    await createWebhook(account, { events: ['product.updated'] });
    const { id } = await createProduct(account);
    const before = await ask(account, UPDATE, { id, input: { price: 3 } });
    const after = await ask(account, UPDATE, { id, input: GIVEN });
    expect(after.updateProduct.updatedAt > before.updateProduct.updatedAt).toBe(true);
    await ask(account, UPDATE, { id, input: { brand: 'Other', price: 4 } });
    const events = await service.database.prisma.event.findMany({
      where: { accountId: account.id, type: 'product.updated' },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ body }) => JSON.parse(body).data.changed)).toEqual([['price'], ['price']]);
    expect(JSON.stringify(events.map(({ body }) => body))).not.toContain('brand');
  });

  it('is refused a reference that another product has, also when both are written at once', async () => {
    const account = await createAccount(service);
    const input = newProduct({ reference: 'R' });
    const both = await Promise.all([1, 2].map(() => refusalOf(account, CREATE, { input })));
    expect(both.filter((refused) => refused === undefined)).toHaveLength(1);
    expect(both.find((refused) => refused)).toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^reference is already used by another product \(id \d+\)$/),
      field: 'reference',
    });
    const { id, sequential_id } = await createProduct(account);
    expect(sequential_id).toBe('P-0002');
    expect(await refusalOf(account, UPDATE, { id, input: { reference: 'R' } })).toMatchObject({
      field: 'reference',
    });
    const other = await createAccount(service);
    await ask(other, CREATE, { input });
  });
});

const BRANCH = {
  name: 'A',
  address: '1 Road',
  reference: 'B-1',
  gln: '4012345000009',
  phone: '+44 1',
  country: 'GB',
};

describe('a supermarket and its branches', () => {
  const create = `mutation($input: CreateSupermarketInput!) { createSupermarket(input: $input) {
    id reference branches { id reference gln phone country deliveryWindow } } }`;

  it('keep their master data, and null clears it', async () => {
    const account = await createAccount(service);
    const input = {
      name: 'M',
      contactEmail: 'm@m.example',
      reference: 'S-1',
      branches: [{ ...BRANCH, deliveryWindow: '06:00-07:00' }],
    };
    const { createSupermarket: made } = await ask(account, create, { input });
    expect(made).toMatchObject({
      reference: 'S-1',
      branches: [{ reference: 'B-1', gln: BRANCH.gln, phone: '+44 1', country: 'GB' }],
    });
    const cleared = await ask(
      account,
      `mutation($id: ID!, $branch: ID!) {
        updateSupermarket(id: $id, input: { reference: null }) { reference }
        updateBranch(id: $branch, input: { reference: null, gln: null, phone: null, country: null, deliveryWindow: null }) {
          name reference gln phone country deliveryWindow } }`,
      { id: made.id, branch: made.branches[0].id },
    );
    expect(cleared).toEqual({
      updateSupermarket: { reference: null },
      updateBranch: {
        name: 'A',
        reference: null,
        gln: null,
        phone: null,
        country: null,
        deliveryWindow: null,
      },
    });
  });

  it.each([
    ['reference', { reference: 'S-1' }],
    ['branches[1].reference', { branches: [{ ...BRANCH, reference: 'B-2' }, BRANCH] }],
    [
      'branches[1].reference',
      {
        branches: [
          { ...BRANCH, reference: 'B-2' },
          { ...BRANCH, reference: 'B-2' },
        ],
      },
    ],
  ])('are refused a taken reference on %s', async (field, more) => {
    const account = await createAccount(service);
    const input = { name: 'M', contactEmail: 'm@m.example', reference: 'S-1', branches: [BRANCH] };
    const { createSupermarket: made } = await ask(account, create, { input });
    const refused = await refusalOf(account, create, {
      input: { ...input, reference: 'S-2', branches: [], ...more },
    });
    expect(refused).toMatchObject({ code: 'validation_error', field });
    const add = `mutation($id: ID!, $input: BranchInput!) { addBranch(supermarketId: $id, input: $input) { id } }`;
    expect(await refusalOf(account, add, { id: made.id, input: BRANCH })).toMatchObject({
      field: 'reference',
    });
    await ask(account, add, { id: made.id, input: { name: 'A', address: 'B' } });
  });
});
