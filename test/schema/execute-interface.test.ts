import { execute, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '../../src/schema/core/caller/scopes.ts';
import type { Caller, Context } from '../../src/schema/core/context.ts';
import { executeCompiled } from '../../src/schema/execute-operation.ts';
import { schema } from '../../src/schema/index.ts';
import { nodeIdOf } from '../../src/schema/core/node/node-id.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createDelivery } from '../support/records/records.ts';
import { contextFor } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let account: TestAccount;
let delivery: string;
let product: string;

beforeAll(async () => {
  account = await createAccount(service);
  const { id } = await createDelivery(account);
  const [line] = await service.database.prisma.deliveryItem.findMany({ where: { deliveryId: id } });
  delivery = nodeIdOf({ type: 'Delivery', id: String(id) });
  product = nodeIdOf({ type: 'Product', id: String(line!.productId) });
});

function contextOf(scopes: readonly Scope[]): Context {
  const caller: Caller = { accountId: account.id, plan: 'business', keyId: 1n, scopes: new Set(scopes) };
  return contextFor(caller, service.database.prisma);
}

const document = parse(`query ($ids: [ID!]!) { nodes(nodeIds: $ids) {
  __typename nodeId ... on Delivery { products { name product { nodeId } } } ... on Product { name deliveries { totalCount } }
  ... on Node { again: nodeId }
} }`);

describe('the plan of a query for records of an interface has the result of graphql-js', () => {
  it.each<[string, readonly Scope[], () => string[]]>([
    ['for several types', SCOPES, () => [delivery, product, product]],
    ['for a key that may read no other type', ['deliveries:read', 'products:read'], () => [delivery]],
    ['for records that the key may not read', ['deliveries:read'], () => [product, delivery]],
    ['for fields that the key may not read', ['deliveries:read'], () => [delivery]],
    ['for no record', SCOPES, () => ['nonsense']],
  ])('%s', async (_what, scopes, ids) => {
    const operation = { document, variableValues: { ids: ids() } };
    const compiled = await executeCompiled({ ...operation, contextValue: contextOf(scopes) });
    const usual = await execute({ schema, ...operation, contextValue: contextOf(scopes) });
    expect(compiled).toBeDefined();
    expect(JSON.parse(JSON.stringify(compiled))).toEqual(JSON.parse(JSON.stringify(usual)));
  });
});
