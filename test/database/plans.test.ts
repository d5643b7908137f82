import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { useExplained } from '../support/database/explained.ts';
import { useService } from '../support/service/service.ts';
import { fillVolume } from '../support/records/volume.ts';

const service = useService({ own: 'changes tables' });

/** A connection plans the first executions anew; after these it may use a generic plan. */
const EXECUTIONS = 7;
const OTHERS = 4;
const ROWS_OF_OURS = 30_000;
const ROWS_OF_ANOTHER = 10_000;
const ROWS_OF_A_SMALL_ONE = 2_000;

let account: TestAccount;
let supermarket: string;
let delivery: string;
const explained = useExplained(service);

beforeAll(async () => {
  await stopAutovacuum();
  account = await createAccount(service);
  await fillVolume(service, account.id, ROWS_OF_OURS);
  for (let other = 0; other < OTHERS; other++) {
    await fillVolume(service, (await createAccount(service)).id, ROWS_OF_ANOTHER);
  }
  await service.database.pool.query('ANALYZE');
  // Renamed after ANALYZE: for a name in its sample, the planner expects more than one row.
  const renamed = await service.database.pool.query(
    `UPDATE products SET name = 'Rye bread 29996b' WHERE account_id = $1 AND name = 'Rye bread 29996'`,
    [account.id],
  );
  if (renamed.rowCount !== 1) throw new Error('no product is called Rye bread 29996');
  supermarket = await oneOf('supermarkets');
  delivery = await oneOf('deliveries');
});

// As a large import leaves the tables: with statistics, but not vacuumed.
describe('a list that few rows match', () => {
  it.each([
    ['deliveries', 'status=cancelled'],
    ['deliveries', 'date_from=2099-01-01'],
    ['returns', 'reason=never'],
    ['returns', 'date_from=2099-01-01'],
    ['products', 'category=none'],
    ['products', 'search=no+such+name'],
    ['products', 'search=bread+29996b'],
    ['products', 'search=p-12345'],
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
      'search=P-1234',
      'category=bakery&search=RYE',
    ],
  ],
];

describe.each(lists)('the list of %s', (table, filters) => {
  beforeAll(() => service.database.pool.query(`VACUUM ANALYZE ${table}`));

  it.each(filters)('is read by an index with "%s"', async (filter) => {
    const query = filter.replace(':supermarket', supermarket).replace(':delivery', delivery);
    const plans = await plansOf(table, query);
    expect(plans.filter((plan) => plan.includes(`Seq Scan on ${table}`))).toEqual([]);
  });
});

describe.each(lists)('the list of %s of an account that has few', (table, filters) => {
  let small: TestAccount;
  beforeAll(async () => {
    small = await createAccount(service);
    await fillVolume(service, small.id, ROWS_OF_A_SMALL_ONE);
    await service.database.pool.query(`VACUUM ANALYZE ${table}`);
  });

  it.each(filters)('reads no more than the account’s rows with "%s"', async (filter) => {
    const query = filter.replace(':supermarket', supermarket).replace(':delivery', delivery);
    const plans = await plansOf(table, query, small);
    for (const plan of plans) {
      expect(plan).not.toContain(`Seq Scan on ${table}`);
      const read = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops/g)].map(([, rows]) => Number(rows));
      const removed = [...plan.matchAll(/Rows Removed by \D+: (\d+)/g)].map(([, rows]) => Number(rows));
      expect(read).not.toEqual([]);
      expect(Math.max(...read, ...removed)).toBeLessThanOrEqual(ROWS_OF_A_SMALL_ONE);
    }
  });
});

it('is right of an account that has just outgrown few', async () => {
  const growing = await createAccount(service);
  await fillVolume(service, growing.id, ROWS_OF_A_SMALL_ONE);
  const ask = () => growing.call('GET', '/deliveries?status=completed&per_page=3');
  await ask();
  expect((await ask()).json.pagination).toMatchObject({ total: (ROWS_OF_A_SMALL_ONE * 49) / 50 });
  const { rows } = await service.database.pool.query<{ id: string }>(
    `INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                             total_weight, status, in_transit_at, completed_at)
     SELECT account_id, supermarket_id, branch_id, delivery_date, 10, 1, 1, status, now(), now()
     FROM deliveries, generate_series(1, 6) WHERE account_id = $1 AND status = 'completed' RETURNING id`,
    [growing.id],
  );
  const newest = rows.map(({ id }) => Number(id)).toSorted((a, b) => b - a);
  for (const _ of [1, 2]) {
    const { json } = await ask();
    expect(json.pagination).toMatchObject({ total_estimated: true, has_more: true });
    expect(json.data.map(({ id }: { id: number }) => id)).toEqual(newest.slice(0, 3));
  }
});

/** Returns the plans of the statement that reads a list, executed repeatedly. */
async function plansOf(table: string, query: string, by = account): Promise<string[]> {
  explained.length = 0;
  for (let execution = 0; execution < EXECUTIONS; execution++) {
    expectData(await by.call('GET', `/${table}?${query}`));
  }
  const plans = explained.filter((plan) => plan.includes('list.parent_id'));
  expect(plans).toHaveLength(EXECUTIONS);
  return plans;
}

/** Disables autovacuum, so that tests decide when tables are vacuumed. */
async function stopAutovacuum(): Promise<void> {
  for (const [table] of lists) {
    await service.database.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
}

async function oneOf(table: string): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT 1 OFFSET 5`,
    [account.id],
  );
  return rows[0]!.id;
}
