import type { Query } from '../../../../src/database/direct/selection.ts';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { tables } from '../../../../src/generated/tables.ts';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { byId, type Context } from '../../../../src/schema/core/context.ts';
import { createDelivery } from '../../../../src/schema/trade/delivery/create-delivery.ts';
import { moveDelivery } from '../../../../src/schema/trade/delivery/move-delivery.ts';
import { reviseDelivery } from '../../../../src/schema/trade/delivery/revise-delivery.ts';
import { createProduct } from '../../../../src/schema/catalogue/product/create-product.ts';
import { createProduct as addProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
let context: Context;
let delivery: object;

beforeAll(async () => {
  const account = await createAccount(service);
  const caller = { accountId: account.id, plan: 'business' as const, scopes: new Set(SCOPES) };
  context = contextFor(caller, service.database.prisma);
  const { id, branches } = await createSupermarket(account);
  const products = [await addProduct(account, { price: 0.07 }), await addProduct(account)];
  delivery = {
    supermarketId: String(id),
    branchId: String(branches[0].id),
    deliveryDate: inDays(1),
    notes: 'Ring twice',
    products: products.map((product, index) => ({ productId: String(product.id), quantity: index + 1 })),
  };
});

/** Selections of some columns of a model and, for each of the given relations, what it says. */
function selectionOf(model: string, relations: Record<string, fc.Arbitrary<object>> = {}) {
  const columns = fc.subarray(Object.keys(tables[model]!.columns), { minLength: 1 });
  const related = fc.record(relations, { requiredKeys: [] });
  return fc.tuple(columns, related).map(([names, others]) => ({
    select: { ...Object.fromEntries(names.map((name) => [name, true])), ...others },
  }));
}

function deliveries(ofLine: Record<string, fc.Arbitrary<object>> = {}) {
  const line = selectionOf('DeliveryItem', { product: selectionOf('Product'), ...ofLine });
  return selectionOf('Delivery', {
    items: line.map((selection) => ({ ...selection, orderBy: { position: 'desc' } })),
    supermarket: selectionOf('Supermarket', { branches: selectionOf('Branch') }),
    branch: selectionOf('Branch'),
    returns: selectionOf('Return'),
    replaces: selectionOf('Delivery', { replacedBy: selectionOf('Delivery') }),
    replacedBy: selectionOf('Delivery'),
    firstVersion: selectionOf('Delivery'),
  });
}

/** Expects that `write` returns for each selection what reading the same record then returns. */
async function expectSameAsRead(
  selections: fc.Arbitrary<{ select: object }>,
  model: 'delivery' | 'product',
  write: (selection: Query) => Promise<object>,
) {
  await fc.assert(
    fc.asyncProperty(selections, async ({ select }) => {
      const query = { select: { ...select, id: true } } as Query;
      const written = (await write(query)) as { id: bigint };
      const reads = context.db[model] as unknown as { findUnique(args: object): Promise<unknown> };
      expect(written).toStrictEqual(await reads.findUnique({ ...query, ...byId(context, written.id) }));
    }),
    { numRuns: 20 },
  );
}

it('returns a new delivery as a read does', async () => {
  const selections = deliveries({ delivery: selectionOf('Delivery') });
  await expectSameAsRead(selections, 'delivery', (query) => createDelivery(context, delivery, query));
});

it('returns a moved delivery as a read does', async () => {
  await expectSameAsRead(deliveries(), 'delivery', async (query) => {
    const { id } = await createDelivery(context, delivery);
    const current = await reviseDelivery(context, String(id), { deliveryDate: inDays(2) });
    return moveDelivery(context, String(current), 'cancelled', query);
  });
});

it('returns a new product as a read does', async () => {
  const product = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };
  await expectSameAsRead(selectionOf('Product'), 'product', (query) =>
    createProduct(context, product, query),
  );
});

it('refuses to select written rows through records that it did not write', async () => {
  const query = { select: { supermarket: { select: { deliveries: true } } } };
  await expect(createDelivery(context, delivery, query)).rejects.toThrow('selection of Delivery');
});
