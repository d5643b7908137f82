import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/account.ts';
import { expectData } from '../support/expect-answer.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** More than a connection plans anew for each execution: from then on it may keep a generic plan. */
const EXECUTIONS = 7;
const OTHERS = 4;
const ROWS_OF_OURS = 30_000;
const ROWS_OF_ANOTHER = 10_000;

let account: TestAccount;
let supermarket: string;
let delivery: string;
const explained: string[] = [];

beforeAll(async () => {
  await explainEverything();
  await stopAutovacuum();
  account = await createAccount(service);
  await fill(account.id, ROWS_OF_OURS);
  for (let other = 0; other < OTHERS; other++) {
    await fill((await createAccount(service)).id, ROWS_OF_ANOTHER);
  }
  await service.database.pool.query('ANALYZE');
  supermarket = await oneOf('supermarkets');
  delivery = await oneOf('deliveries');
});

// As a large import leaves the tables: with statistics, not yet vacuumed.
describe('a list that few rows match', () => {
  it.each([
    ['deliveries', 'status=cancelled'],
    ['deliveries', 'date_from=2099-01-01'],
    ['returns', 'reason=never'],
    ['returns', 'date_from=2099-01-01'],
    ['products', 'category=none'],
    ['products', 'search=no+such+name'],
    ['products', 'search=bread+29996'],
  ])('reads little else of %s for "%s"', async (table, query) => {
    for (const plan of await plansOf(table, query)) {
      const removed = [...plan.matchAll(/Rows Removed by \D+: (\d+)/g)].map(([, rows]) => Number(rows));
      expect({ plan, removed: removed.filter((rows) => rows > ROWS_OF_OURS / 100) }).toEqual({
        plan,
        removed: [],
      });
    }
  });
});

const lists: [table: string, filters: string[]][] = [
  [
    'deliveries',
    [
      '',
      'status=pending',
      'status=completed',
      'status=cancelled',
      'supermarket_id=:supermarket',
      'date_from=2026-03-01&date_to=2026-03-07',
      'date_from=2026-03-01',
      'date_to=2031-01-01',
      'date_from=2099-01-01',
      'status=pending&supermarket_id=:supermarket&date_from=2026-03-01&date_to=2026-03-07',
    ],
  ],
  [
    'returns',
    [
      '',
      'reason=damaged',
      'reason=never',
      'delivery_id=:delivery',
      'supermarket_id=:supermarket',
      'date_from=2026-03-01&date_to=2026-03-07',
      'date_from=2099-01-01',
    ],
  ],
  [
    'products',
    [
      '',
      'category=bakery',
      'category=none',
      'search=rye',
      'search=no+such+name',
      'category=bakery&search=RYE',
    ],
  ],
];

describe.each(lists)('the list of %s', (table, filters) => {
  beforeAll(() => service.database.pool.query(`VACUUM ANALYZE ${table}`));

  it.each(filters)('is read by an index when it asks for "%s"', async (filter) => {
    const query = filter.replace(':supermarket', supermarket).replace(':delivery', delivery);
    const plans = await plansOf(table, query);
    expect(plans.filter((plan) => plan.includes(`Seq Scan on ${table}`))).toEqual([]);
  });
});

/** The plans of the statement that finds the ids of a list, executed time and again. */
async function plansOf(table: string, query: string): Promise<string[]> {
  explained.length = 0;
  for (let execution = 0; execution < EXECUTIONS; execution++) {
    expectData(await account.call('GET', `/${table}?${query}`));
  }
  const plans = explained.filter((plan) => plan.includes('AS capped'));
  expect(plans).toHaveLength(EXECUTIONS);
  return plans;
}

/** Has the server tell the plan of each statement that the service's connections execute. */
async function explainEverything(): Promise<void> {
  const { name, url } = service.testDatabase;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    ALTER DATABASE ${name} SET session_preload_libraries = 'auto_explain';
    ALTER DATABASE ${name} SET auto_explain.log_min_duration = 0;
    ALTER DATABASE ${name} SET auto_explain.log_analyze = on;
    ALTER DATABASE ${name} SET auto_explain.log_timing = off;
    ALTER DATABASE ${name} SET auto_explain.log_level = 'notice'`);
  await client.end();
  service.database.pool.on('connect', (connection) => {
    connection.on('notice', ({ message }) => explained.push(message ?? ''));
  });
}

/** Leaves it to the tests when the tables are vacuumed. */
async function stopAutovacuum(): Promise<void> {
  for (const [table] of lists) {
    await service.database.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
}

/** `count` products, deliveries and returns of the account, at ten supermarkets, over three years. */
async function fill(accountId: bigint, count: number): Promise<void> {
  const client = new Client({ connectionString: service.testDatabase.url });
  await client.connect();
  await client.query(`
    SET auto_explain.log_min_duration = -1;
    SET session_replication_role = replica; -- references are right by construction, checking them is slow
    CREATE TEMP TABLE own AS SELECT ${accountId}::bigint AS account;
    INSERT INTO supermarkets (account_id, name, contact_email)
    SELECT account, 'Market ' || n, 'buying@market.example' FROM own, generate_series(1, 10) AS n;
    INSERT INTO branches (account_id, supermarket_id, name, address)
    SELECT account_id, id, 'Central', '1 Market Square' FROM supermarkets JOIN own ON account = account_id;
    INSERT INTO products (account_id, sequence_number, name, weight, price, category)
    SELECT account, n, (ARRAY['Rye bread', 'Milk', 'Butter', 'Apples'])[1 + n % 4] || ' ' || n, 1, 1,
           (ARRAY['bakery', 'dairy', 'dairy', 'fruit'])[1 + n % 4]
    FROM own, generate_series(1, ${count}) AS n;
    CREATE TEMP TABLE places AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM branches JOIN own ON account = account_id;
    INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_value,
                            status, in_transit_at, completed_at)
    SELECT account_id, supermarket_id, id, date '2025-01-01' + n * 1095 / ${count}, 1,
           CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'completed' END,
           CASE WHEN n % 50 > 0 THEN now() END, CASE WHEN n % 50 > 0 THEN now() END
    FROM generate_series(1, ${count}) AS n JOIN places ON place = n % 10;
    CREATE TEMP TABLE goods AS
    SELECT row_number() OVER (ORDER BY id) AS n, id FROM products JOIN own ON account = account_id;
    CREATE TEMP TABLE sent AS
    SELECT row_number() OVER (ORDER BY id) AS n, * FROM deliveries JOIN own ON account = account_id;
    INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
    SELECT account_id, sent.id, goods.id, 1, 'Goods', 10, 1 FROM sent JOIN goods USING (n);
    INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason,
                         return_date, credit_amount)
    SELECT account_id, sent.id, goods.id, supermarket_id, 1,
           (ARRAY['damaged', 'expired', 'expired', 'surplus'])[1 + n % 4], delivery_date, 1
    FROM sent JOIN goods USING (n)`);
  await client.end();
}

async function oneOf(table: string): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT 1 OFFSET 5`,
    [account.id],
  );
  return rows[0]!.id;
}
