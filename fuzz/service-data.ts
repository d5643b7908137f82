import { parse } from 'graphql';
import { EVENT_TYPES } from '../src/schema/event/types.ts';
import type { Context } from '../src/schema/context.ts';
import { executePlainly } from '../src/schema/execute-operation.ts';
import { inDays } from '../test/support/records/records.ts';
import { nodeIdOf } from '../src/schema/node/node-id.ts';
import type { Values } from '@provender/compiled-execution/fuzz/generate-value';

const SIZE = 4;

/** Gives an account a few records of every kind, through public operations. */
export async function fillAccount(context: Context): Promise<void> {
  const ask = (query: string, variables = {}) => askIn(context, query, variables);
  const deliveries: { id: string; items: { productId: string }[] }[] = [];
  for (let at = 0; at < SIZE; at++) {
    const { createSupermarket: market } = await ask(
      `mutation ($input: CreateSupermarketInput!) { createSupermarket(input: $input) { id branches { id } } }`,
      {
        input: {
          name: `Market ${at}`,
          contactEmail: 'buying@market.example',
          branches: [
            { name: 'Central', address: '1 Square', deliveryWindow: '06:00-10:00' },
            { name: 'Harbour', address: '2 Quay' },
          ],
        },
      },
    );
    const { createProduct: product } = await ask(
      `mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }`,
      {
        input: {
          name: `Product ${at}`,
          weight: 0.5,
          price: 2.49 + at,
          category: at % 2 ? 'bakery' : 'dairy',
        },
      },
    );
    const { createDelivery: delivery } = await ask(
      `mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }`,
      {
        input: {
          supermarketId: market.id,
          branchId: market.branches[0].id,
          products: [{ productId: product.id, quantity: 10 }],
          deliveryDate: inDays(1 + at),
          notes: at % 2 ? 'a\nb' : null,
        },
      },
    );
    deliveries.push({ id: delivery.id, items: [{ productId: product.id }] });
  }
  for (const { id, items } of deliveries.slice(1)) {
    await ask(`mutation ($id: ID!) { moveDelivery(id: $id, status: IN_TRANSIT) { id } }`, { id });
    await ask(`mutation ($input: CreateReturnInput!) { createReturn(input: $input) { id } }`, {
      input: {
        deliveryId: id,
        productId: items[0]!.productId,
        quantity: 1,
        reason: 'damaged',
        returnDate: inDays(0),
      },
    });
  }
  for (let at = 0; at < 2; at++) {
    await ask(`mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }`, {
      input: { url: 'https://receiver.example/hooks', events: [...EVENT_TYPES] },
    });
    await ask(`mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }`, {
      input: { name: `Key ${at}`, scopes: ['products:read'] },
    });
  }
}

/** Returns values to send: mostly ids of existing records, and some invalid ones. */
export async function valuesOf(context: Context): Promise<Values> {
  const cursors = await cursorsOf(context);
  const types = ['Branch', 'Delivery', 'Product', 'Return', 'Supermarket', 'Webhook'] as const;
  const nodeIds = types.map((type, at) => nodeIdOf({ type, id: String(1 + (at % SIZE)) }));
  const ids = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4].map(String);
  return {
    ID: [...ids, ...nodeIds, '0', '-1', '999999999', '9007199254740993', 'abc', ''],
    Int: [1, 2, 3, 5, 10, 20, 100, 101, 0, -1, 2_147_483_647],
    Float: [0, 1.5, 10],
    Boolean: [true, false],
    String: [
      'Product 1',
      'Market',
      'bakery',
      'damaged',
      'a',
      '',
      ' ',
      '%_\\',
      '\u0000',
      '06:00-10:00',
      'Europe/Berlin',
      'https://receiver.example/',
      'a@b.example',
      'x'.repeat(300),
      'products:read',
      'product.created',
      ...cursors,
    ],
    Date: [inDays(0), inDays(1), inDays(3), inDays(-7), inDays(30), '2026-02-30', '1800-01-01', 'soon'],
    DateTime: ['2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00Z', 'now'],
    Decimal: [0, 1, 2.5, 0.001, 10, -1, 1e9],
  };
}

/** Returns a cursor in each list. */
async function cursorsOf(context: Context): Promise<string[]> {
  const lists = ['deliveries', 'products', 'returns', 'supermarkets', 'webhooks'];
  const fields = lists.map((list) => `${list}(first: 2) { pageInfo { endCursor } }`);
  const found = await askIn(context, `{ ${fields.join(' ')} }`);
  return lists.map((list) => found[list].pageInfo.endCursor as string);
}

/** Executes an operation that must succeed. */
// oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
async function askIn(context: Context, query: string, variables = {}): Promise<any> {
  const operation = { document: parse(query), variableValues: variables, contextValue: { ...context } };
  const { data, errors } = await executePlainly(operation);
  if (errors) throw new Error(`${query}: ${errors[0]!.message}`, { cause: errors[0] });
  return JSON.parse(JSON.stringify(data));
}
