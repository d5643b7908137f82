import { beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../src/generated/tables.ts';
import { nodeIdOf } from '../../src/schema/core/node/node-id.ts';
import { snakeOf } from '../../src/schema/core/noun/names.ts';
import { keyOf, type NounName, NOUNS } from '../../src/schema/core/nouns.ts';
import { schema } from '../../src/schema/index.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createFullAccount } from '../support/records/full-account.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const service = useService();

async function ask({ call }: TestAccount, query: string, variables: object = {}, key?: string) {
  return (await call('POST', '//graphql', { ...(key && { key }), body: { query, variables } })).json;
}

let account: TestAccount;
/** The id of one record of each type, as its type returns it. */
let ids: Record<string, string>;
beforeAll(async () => {
  account = await createFullAccount(service);
  const idsOf = types.map(async (type): Promise<[string, string]> => {
    const { name } = tables[NOUNS[type].model]!;
    const { rows } = await service.database.pool.query<{ id: string }>(
      `SELECT ${snakeOf(keyOf(type))} AS id FROM ${name} WHERE account_id = $1 LIMIT 1`,
      [account.id],
    );
    return [type, rows[0]!.id];
  });
  ids = Object.fromEntries(await Promise.all(idsOf));
});

const NODE = 'query ($nodeId: ID!) { node(nodeId: $nodeId) { __typename nodeId } }';
const NODES = 'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { __typename nodeId } }';
const types = Object.keys(NOUNS) as NounName[];
const idOf = (type: (typeof types)[number]) => nodeIdOf({ type, id: ids[type]! });
const products = (count: number) => Array.from({ length: count }, () => idOf('Product'));

describe('node', () => {
  it.each(types)('reads a %s, with what only its type has', async (type) => {
    const query = `query ($nodeId: ID!) { node(nodeId: $nodeId) { __typename nodeId ... on ${type} { id } } }`;
    const { data, errors } = await ask(account, query, { nodeId: idOf(type) });
    expect(errors).toBeUndefined();
    expect(data.node).toEqual({ __typename: type, nodeId: idOf(type), id: ids[type] });
  });

  it.each(types)('is null for a %s of another account, as for one that does not exist', async (type) => {
    const stranger = await createAccount(service);
    const theirs = await ask(stranger, NODE, { nodeId: idOf(type) });
    expect(theirs.data).toEqual({ node: null });
    const unknown = nodeIdOf({ type, id: type === 'WebhookMessage' ? 'msg_none' : '9007199254740991' });
    const { extensions: _, ...none } = await ask(stranger, NODE, { nodeId: unknown });
    expect(theirs).toMatchObject(none);
    expect(theirs.errors).toBeUndefined();
  });

  it.each([
    '',
    'abc',
    '1',
    'Delivery:1',
    'x'.repeat(5_000),
    ...[
      'Nothing:1',
      '__proto__:1',
      'Delivery:',
      'Delivery:x',
      'Delivery:1:1',
      'WebhookMessage:\0',
      'Account:1',
    ].map((text) => Buffer.from(text).toString('base64url')),
  ])('is null for %j', async (nodeId) => {
    const { data, errors } = await ask(account, NODE, { nodeId });
    expect([data, errors]).toEqual([{ node: null }, undefined]);
  });

  it.each(types)('needs the read scope of a %s', async (type) => {
    const { resource } = NOUNS[type];
    const scope = `${resource}:read` as const;
    const { key } = await account.issue([`${resource}:write`]);
    const { data, errors } = await ask(account, NODE, { nodeId: idOf(type) }, key);
    expect(data).toEqual({ node: null });
    expect(errors[0].message).toBe(`This API key lacks the scope ${scope}`);
    const { key: reader } = await account.issue([scope]);
    expect((await ask(account, NODE, { nodeId: idOf(type) }, reader)).errors).toBeUndefined();
  });

  it('is what the fields that take an id return', () => {
    const query = schema.getQueryType()!.getFields();
    const byId = Object.values(query).filter(({ args }) => args.length === 1 && args[0]!.name === 'id');
    const { objects } = schema.getImplementations(schema.getType('Node') as never);
    const named = objects.map(({ name }) => name).filter((name) => name !== 'WebhookMessage');
    // Their ids are a request's `X-Request-Id`, that of a delivery, or numbers that nobody keeps.
    const noNodes = ['Import', 'Request', 'Stop', 'Tour', 'Withdrawal'];
    expect(byId.map(({ type }) => String(type)).toSorted()).toEqual([...named, ...noNodes].toSorted());
    expect(objects.map(({ name }) => name).toSorted()).toEqual(types.toSorted());
  });
});

describe('nodes', () => {
  it('are in the order of their ids, null where there is none', async () => {
    const asked = [
      idOf('Return'),
      'abc',
      idOf('Product'),
      nodeIdOf({ type: 'Delivery', id: '1' + '0'.repeat(14) }),
      idOf('Return'),
    ];
    const { data, errors } = await ask(account, NODES, { nodeIds: asked });
    expect(errors).toBeUndefined();
    expect(data.nodes.map((node: { nodeId: string } | null) => node?.nodeId)).toEqual([
      asked[0],
      undefined,
      asked[2],
      undefined,
      asked[0],
    ]);
  });

  it('take one statement for each type, whatever is selected', async () => {
    const own = [
      ids.Product,
      ...(await Promise.all([1, 2, 3].map(() => createProduct(account)))).map(({ id }) => id),
    ];
    const nodeIds = [idOf('Delivery'), ...own.map((id) => nodeIdOf({ type: 'Product', id: String(id) }))];
    const query = `query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { ... on Product { name } ... on Delivery { supermarketName products { name } } } }`;
    const statements = await statementsOf(service.testDatabase.name, async () => {
      const { data, errors } = await ask(account, query, { nodeIds });
      expect(errors).toBeUndefined();
      expect(data.nodes.length).toBe(5);
    });
    expect(statements.length).toBe(2);
  });

  it('have their own lists, also where types of records are mixed', async () => {
    const query = `query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) {
      ... on Supermarket { list: deliveries(first: 1) { totalCount nodes { supermarket { nodeId } } } }
      ... on Product { list: deliveries(first: 5, orderBy: CREATED_ASC) { totalCount nodes { products { product { nodeId } } } } }
    } }`;
    const own = await createAccount(service);
    const delivery = await createDelivery(own);
    const { data: found } = await ask(
      own,
      `{ delivery(id: "${delivery.id}") { supermarket { nodeId } products { product { nodeId } } } }`,
    );
    const nodeIds = [found.delivery.supermarket.nodeId, found.delivery.products[0].product.nodeId];
    const { data, errors } = await ask(own, query, { nodeIds });
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([
      { list: { totalCount: 1, nodes: [{ supermarket: { nodeId: nodeIds[0] } }] } },
      { list: { totalCount: 1, nodes: [{ products: [{ product: { nodeId: nodeIds[1] } }] }] } },
    ]);
  });

  it('that a key cannot read are null, each with its error', async () => {
    const { key } = await account.issue(['products:read']);
    const { data, errors } = await ask(account, NODES, { nodeIds: [idOf('Product'), idOf('Delivery')] }, key);
    expect(data.nodes).toEqual([{ __typename: 'Product', nodeId: idOf('Product') }, null]);
    expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'insufficient_scope' } }]);
  });

  it('are at most 100, and cost as many points', async () => {
    const most = await ask(account, NODES, { nodeIds: products(100) });
    expect(most.data.nodes.length).toBe(100);
    expect(most.extensions.cost.requested).toBe(100);
    expect((await ask(account, NODES, { nodeIds: products(3) })).extensions.cost.requested).toBe(3);
    const inDocument = `{ nodes(nodeIds: ["a", "b"]) { nodeId ... on Supermarket { branches { id } } } }`;
    expect((await ask(account, inDocument)).extensions.cost.requested).toBe(2 + 2 * 200 * 0.04);
    const { errors } = await ask(account, NODES, { nodeIds: products(101) });
    expect(errors[0].extensions).toMatchObject({ code: 'validation_error', field: 'nodeIds' });
  });
});
