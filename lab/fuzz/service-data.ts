import type { Values } from '@provender/compiled-execution/fuzz/generate-value';
import { parse } from 'graphql';
import { fillDeliveries, fillProducts, fillReturns, fillSupermarkets } from '../fill.ts';
import { createSupplier, subscribe } from '../supplier.ts';
import type { Database } from '../../src/database/connect.ts';
import type { Context } from '../../src/schema/core/context.ts';
import { executePlainly } from '../../src/schema/execute-operation.ts';
import { nodeIdOf } from '../../src/schema/core/node/node-id.ts';

const SIZE = 4;
const LISTS = ['deliveries', 'products', 'returns', 'supermarkets', 'webhooks'];
const TYPES = ['Branch', 'Delivery', 'Product', 'Return', 'Supermarket', 'Webhook'] as const;
const TEXTS = `Product 1|Market|bakery|damaged|a|| |%_\\|\0|06:00-10:00|Europe/Berlin|https://receiver.example/|a@b.example|products:read|product.created|${'x'.repeat(300)}`;

/** Creates an account with a few records of every kind, whose ids begin with 1. Returns its id. */
export async function createFilled(database: Database): Promise<bigint> {
  const { accountId } = await createSupplier(database);
  await fillSupermarkets(database, accountId, { supermarkets: SIZE, branches: 2 });
  await fillProducts(database, accountId, SIZE);
  await fillDeliveries(database, accountId, { deliveries: 2 * SIZE, lines: 2 });
  await fillReturns(database, accountId);
  const url = 'https://receiver.example/hooks';
  await subscribe(database, accountId, [url, url]);
  return accountId;
}

/** Returns values to send: mostly ids of existing records, and some invalid ones. */
export async function valuesOf(context: Context): Promise<Values> {
  const ids = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4].map(String);
  const nodeIds = TYPES.map((type, at) => nodeIdOf({ type, id: String(1 + (at % SIZE)) }));
  const dates = [0, 1, 3, -7, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return {
    ID: [...ids, ...nodeIds, '0', '-1', '999999999', '9007199254740993', 'abc', ''],
    Int: [1, 2, 3, 5, 10, 20, 100, 101, 0, -1, 2_147_483_647],
    Float: [0, 1.5, 10],
    Boolean: [true, false],
    String: [...TEXTS.split('|'), ...(await cursorsOf(context))],
    Date: [...dates.map((date) => date.slice(0, 10)), '2026-02-30', '1800-01-01', 'soon'],
    DateTime: ['2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00Z', 'now'],
    Decimal: [0, 1, 2.5, 0.001, 10, -1, 1e9],
  };
}

/** Returns a cursor in each list. */
async function cursorsOf(context: Context): Promise<string[]> {
  const fields = LISTS.map((list) => `${list}(first: 2) { pageInfo { endCursor } }`);
  const document = parse(`{ ${fields.join(' ')} }`);
  const { data, errors } = await executePlainly({ document, variableValues: {}, contextValue: context });
  if (errors) throw errors[0]!;
  const found = data as Record<string, { pageInfo: { endCursor: string } }>;
  return LISTS.map((list) => found[list]!.pageInfo.endCursor);
}
