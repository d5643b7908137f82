import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gql } from '@apollo/client';
import {
  commitLocalUpdate,
  ConnectionHandler,
  type Environment,
  fetchQuery,
  type Variables,
} from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { startDatabaseProxy } from '../support/process/database-proxy.ts';
import { textOf } from '../support/text/markdown.ts';
import { ROOT } from '../support/process/process.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const FOLDER = 'examples/graphql-clients';
/** The samples, by their paths. */
const samples = new Map(
  globSync('**/*.js', { cwd: join(ROOT, FOLDER) }).map((path) => [path, textOf(`${FOLDER}/${path}`)]),
);

let account: TestAccount;
let folder: string;
beforeAll(async () => {
  account = await createAccount(service);
  await createDelivery(account);
  folder = writeSamples(`${service.url}/graphql`, account.key);
});

const made: string[] = [];
afterAll(() => made.forEach((each) => rmSync(each, { recursive: true, force: true })));

/** Writes the samples into a folder, with this address and key. */
function writeSamples(url: string, key: string): string {
  const home = mkdtempSync(join(tmpdir(), 'clients-'));
  made.push(home);
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  for (const [name, code] of samples) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    const own = code
      .replace("'http://127.0.0.1:3000/graphql'", JSON.stringify(url))
      .replace("'prv_…'", JSON.stringify(key));
    writeFileSync(join(home, name), own);
  }
  return home;
}

/** Imports a sample. */
// oxlint-disable-next-line typescript/no-explicit-any -- modules of every shape
const load = (name: string, home = folder): Promise<any> => import(join(home, name));

const LIST = '{ deliveries(first: 1) { totalCount } }';

describe('Apollo Client', () => {
  it('reads lists, and shows the code of a refusal', async () => {
    const { client } = await load('apollo.js');
    const { data } = await client.query({ query: gql(LIST) });
    expect(data.deliveries.totalCount).toBe(1);
    const stranger = await load('apollo.js', writeSamples(`${service.url}/graphql`, 'prv_none'));
    await expect(stranger.client.query({ query: gql(LIST) })).rejects.toMatchObject({
      name: 'CombinedGraphQLErrors',
      errors: [{ extensions: { code: 'unauthorized' } }],
    });
    await expect(client.query({ query: gql('{ unknown }') })).rejects.toMatchObject({
      errors: [{ extensions: { code: 'validation_error' } }],
    });
  });

  it('keeps the figures of two rankings apart', async () => {
    const { client } = await load('apollo.js');
    const query = { query: rankingSince('2026-01-01') };
    const before = await client.query(query);
    await createDelivery(account, await ofSupermarket(before.data.deliveryAnalytics.ranking[0].id));
    await client.query({ query: rankingSince('2026-01-02') });
    expect(client.readQuery(query)).toEqual(before.data);
  });

  it('appends the pages of a list', async () => {
    const { client } = await load('apollo.js', writeSamples(`${service.url}/graphql`, account.key));
    const query = gql(
      'query ($after: String) { deliveries(first: 1, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } } }',
    );
    const { data } = await client.query({ query });
    const list = client.watchQuery({ query });
    await list.fetchMore({ variables: { after: data.deliveries.pageInfo.endCursor } });
    expect(client.readQuery({ query }).deliveries.edges.length).toBe(2);
  });
});

it('urql reads lists, and shows the code of a refusal', async () => {
  const { client } = await load('urql.js');
  const { data } = await client.query(LIST, {}).toPromise();
  expect(data.deliveries.totalCount).toBeGreaterThan(0);
  const stranger = await load('urql.js', writeSamples(`${service.url}/graphql`, 'prv_none'));
  const { error } = await stranger.client.query(LIST, {}).toPromise();
  expect(error.graphQLErrors).toMatchObject([{ extensions: { code: 'unauthorized' } }]);
});

it('the shared fetch waits for the Retry-After of a 429', async () => {
  const asked: number[] = [];
  const server = createServer((_request, response) => {
    const isFirst = asked.push(Date.now()) === 1;
    response.writeHead(isFirst ? 429 : 200, isFirst ? { 'Retry-After': '1' } : {}).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { patientFetch } = await load('provender.js');
  const { status } = await patientFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  expect([status, asked.length]).toEqual([200, 2]);
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(990);
});

describe('Relay', () => {
  let marketId: string;

  /** Executes an operation like a component, and returns the list in the store. */
  async function listAfter(operation: string, variables: Variables) {
    const { environment } = (await load('environment.js')) as { environment: Environment };
    const { default: request } = await load(`src/__generated__/${operation}.graphql.js`);
    await fetchQuery(environment, request, variables).toPromise();
    return new Promise<{ market: unknown; nodes: unknown[][]; cursor: unknown }>((resolve) => {
      commitLocalUpdate(environment, (store) => {
        const market = store.getRoot().getLinkedRecord('supermarket', { id: marketId });
        const list = ConnectionHandler.getConnection(market, 'Supermarket_deliveries')!;
        const nodes = list.getLinkedRecords('edges').map((edge) => edge.getLinkedRecord('node'));
        resolve({
          market: market.getDataID(),
          nodes: nodes.map((node) => [node.getValue('id'), node.getDataID() === node.getValue('nodeId')]),
          cursor: list.getLinkedRecord('pageInfo').getValue('endCursor'),
        });
      });
    });
  }

  it('continues a list where it stopped, and stores records by nodeId', async () => {
    writeFileSync(join(folder, 'relay.config.json'), textOf(`${FOLDER}/relay.config.json`));
    writeFileSync(join(folder, 'schema.graphql'), textOf('schema.graphql'));
    const compiler = join(ROOT, 'node_modules/.bin/relay-compiler');
    execFileSync(compiler, ['relay.config.json'], { cwd: folder, stdio: 'pipe' });

    const market = await createSupermarket(account);
    marketId = String(market.id);
    const products = [{ product_id: (await createProduct(account)).id, quantity: 1 }];
    const fields = { supermarket_id: market.id, subchain_id: market.branches[0].id, products };
    const [first, second] = [await createDelivery(account, fields), await createDelivery(account, fields)];
    const before = await listAfter('SupermarketQuery', { id: marketId, count: 1 });
    expect(before.nodes).toEqual([[String(second.id), true]]);
    const { market: nodeId, cursor } = before;
    const { nodes } = await listAfter('SupermarketDeliveriesQuery', { nodeId, count: 1, cursor });
    expect(nodes).toEqual([second, first].map(({ id }) => [String(id), true]));
  });
});

it('graphql-sse continues after an interruption without losing or repeating an event', async () => {
  await using proxy = await startDatabaseProxy(service.url);
  const own = await createAccount(service);
  const { client, events } = await load('events.js', writeSamples(`${proxy.url}graphql`, own.key));
  const told: string[] = [];
  const reading = (async () => {
    for await (const { data } of events()) told.push(data.name);
  })();
  // The stream sends only events that are published after it opened.
  await expect
    .poll(async () => (await createProduct(own, { name: 'early' }), told), { timeout: 10_000 })
    .toContain('early');
  proxy.cut();
  await createProduct(own, { name: 'second' });
  proxy.letThrough();
  await createProduct(own, { name: 'third' });
  await expect.poll(() => told.at(-1), { timeout: 10_000 }).toBe('third');
  const since = await own.call('GET', '/products?per_page=100');
  const names = since.json.data.map(({ name }: { name: string }) => name).toReversed();
  expect(told).toEqual(names.slice(-told.length));
  client.dispose();
  await reading;
});

function rankingSince(day: string) {
  return gql`{ deliveryAnalytics(dateFrom: "${day}", dateTo: "2100-01-01") { ranking(by: SUPERMARKET) { id figures { count } } } }`;
}

async function ofSupermarket(id: string) {
  const { json } = await account.call('GET', `/supermarkets/${id}`);
  return { supermarket_id: json.data.id, subchain_id: json.data.branches[0].id };
}
