import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { createReturn, createWebhook } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });

/** A statement is prepared when it comes again, and planned for its values five times. */
const EXECUTIONS = 24;
const PLANNED = 5;

const LISTS = `{
  deliveries(first: 20) { nodes { id products { name } returns(first: 5) { totalCount nodes { id } } } }
}`;

it.each<[what: string, table: string, part: string, read: (account: TestAccount) => Promise<unknown>]>([
  ['/deliveries', 'deliveries', 'list.parent_id', get('/deliveries')],
  ['/deliveries?per_page=50', 'deliveries', 'list.parent_id', get('/deliveries?per_page=50')],
  ['/returns?per_page=100', 'returns', 'list.parent_id', get('/returns?per_page=100')],
  ['/products?per_page=5', 'products', 'list.parent_id', get('/products?per_page=5')],
  [
    '/supermarkets?page=1&per_page=20',
    'supermarkets',
    'list.parent_id',
    get('/supermarkets?page=1&per_page=20'),
  ],
  ['/webhooks', 'webhook_subscriptions', '', get('/webhooks')],
  ['/deliveries/{id}', 'deliveries', 'WHERE t.account_id', (account) => getFirst(account, 'deliveries')],
  ['/products/{id}', 'products', 'WHERE t.account_id', (account) => getFirst(account, 'products')],
  ['lists of GraphQL', 'deliveries', 'list.parent_id', (account) => ask(account, LISTS)],
  ['lists within records', 'returns', 'unnest(parents)', (account) => ask(account, LISTS)],
])('the statement of %s keeps its plan', async (_what, table, part, read) => {
  const account = await createAccount(service);
  for (const _ of [1, 2, 3]) await createReturn(account);
  await createWebhook(account);
  for (let execution = 0; execution < EXECUTIONS; execution++) await read(account);
  const often = (await preparedStatements(table, part)).filter(({ plans }) => plans > 2 * PLANNED);
  expect(often.length).toBeGreaterThan(0);
  expect(often.filter(({ custom }) => custom > PLANNED)).toEqual([]);
});

/** Returns how often the statements on a table were planned for their values, and executed, by connection. */
async function preparedStatements(table: string, part: string): Promise<{ custom: number; plans: number }[]> {
  const { pool } = service.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const found = await Promise.all(
    clients.map((client) =>
      client.query<{ custom: number; plans: number }>(
        `SELECT custom_plans::int AS custom, (custom_plans + generic_plans)::int AS plans FROM pg_prepared_statements
         WHERE position('FROM ' || $1 IN statement) > 0 AND position($2 IN statement) > 0`,
        [table, part],
      ),
    ),
  );
  for (const client of clients) client.release();
  return found.flatMap(({ rows }) => rows);
}

function get(path: string): (account: TestAccount) => Promise<unknown> {
  return async (account) => expectData(await account.call('GET', path));
}

async function getFirst(account: TestAccount, path: string): Promise<unknown> {
  const [first] = expectData(await account.call('GET', `/${path}?per_page=1`)) as { id: number }[];
  return expectData(await account.call('GET', `/${path}/${first!.id}`));
}
