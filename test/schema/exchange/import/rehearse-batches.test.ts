import { expect, it } from 'vitest';
import { importsOf } from '../../../support/records/importing.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });
const { preview, importing } = importsOf(service);

/** The tables that requests change in any case, and that of the preview itself. */
const OF_REQUESTS = /^(requests|request_\w+|rate_limits|api_keys|imports|import_mappings)(_id_seq)?$/;

const TIMETABLE = '_private_known_crontabs';

/** Returns a hash of the rows of each table, also of jobs, and the last value of each sequence. */
async function stateOfDatabase(): Promise<Record<string, string>> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string; relation: string }>(`
    SELECT relname AS name, oid::regclass::text AS relation FROM pg_class
    WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  const hashes = await Promise.all(
    tables
      .filter(({ name }) => !OF_REQUESTS.test(name))
      .map(async ({ name, relation }) => {
        const { rows } = await pool.query<{ hash: string }>(
          `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') AS hash FROM ${relation} t`,
        );
        return [name, rows[0]!.hash];
      }),
  );
  const { rows: sequences } = await pool.query<{ name: string; last: string }>(`
    SELECT sequencename AS name, coalesce(last_value::text, '') AS last FROM pg_sequences
    WHERE schemaname IN ('public', 'graphile_worker')`);
  const lasts = sequences.filter(({ name }) => !OF_REQUESTS.test(name)).map(({ name, last }) => [name, last]);
  return Object.fromEntries([...hashes, ...lasts]);
}

/** Returns a file of many rows. */
function fileOf(header: string, count: number, row: (at: number) => unknown[]): string {
  return [header, ...Array.from({ length: count }, (_, at) => row(at).join())].join('\n');
}

/** Files by kind: `value` is of their first record, and the others are alike in all of them. */
const FILES: [kind: string, fileWith: (value: number, count: number) => string][] = [
  [
    'products',
    (price, count) =>
      fileOf('reference,name,weight,price,category', count, (at) => [
        `P-${at}`,
        'Rye',
        0.75,
        at === 0 ? price : 1,
        'bakery',
      ]),
  ],
  [
    'supermarkets',
    (version, count) =>
      fileOf('reference,name,contact_email,branch_reference,branch_name,branch_address', count, (at) => [
        `M-${at}`,
        at === 0 ? `Elmfield ${version}` : 'Elmfield',
        'buying@elmfield.example',
        `N-${at}`,
        'North',
        'Mill Lane 4',
      ]),
  ],
  [
    'deliveries?on_difference=revise',
    (quantity, count) =>
      fileOf('reference,supermarket,branch,delivery_date,product,quantity', count, (at) => [
        `D-${at}`,
        'S-1',
        'B-1',
        inDays(9),
        'A-1',
        at === 0 ? quantity : 1,
      ]),
  ],
  [
    'standing-orders',
    (quantity, count) =>
      fileOf('reference,supermarket,branch,starts_on,every_weeks,weekdays,product,quantity', count, (at) => [
        `O-${at}`,
        'S-1',
        'B-1',
        inDays(9),
        1,
        'monday',
        'A-1',
        at === 0 ? quantity : 1,
      ]),
  ],
];

it.each(FILES)('a preview of %s leaves nothing, and counts what the run does', async (kind, fileWith) => {
  const account = await createAccount(service, 'business');
  await createProduct(account, { reference: 'A-1' });
  const branches = [{ name: 'West', address: '4 Mill Lane', reference: 'B-1' }];
  await createSupermarket(account, { reference: 'S-1', branches });
  await importing(account, kind, fileWith(5, 2));
  // Jobs of the first file are done.
  await expect
    .poll(async () => (await stateOfDatabase())['_private_jobs'], { timeout: 30_000 })
    .toMatch(/^0 /);

  const file = fileWith(6, 1_100);
  const previewed = async () => {
    const before = await stateOfDatabase();
    const found = await preview(account, kind, file);
    return { found, before, after: await stateOfDatabase() };
  };
  let tried = await previewed();
  // Meanwhile the worker added a job of its timetable.
  while (tried.after[TIMETABLE] !== tried.before[TIMETABLE]) tried = await previewed();
  expect(tried.after).toEqual(tried.before);
  const { counts, refusals } = tried.found;
  expect(refusals).toEqual([]);
  const [changed, others] = kind.startsWith('deliveries') ? ['revised', 'updated'] : ['updated', 'revised'];
  expect(counts).toMatchObject({ created: 1_098, [changed]: 1, unchanged: 1, refused: 0 });
  expect(counts[others] ?? 0).toBe(0);
  const { rows: _, ...outcomes } = counts;
  expect(await importing(account, kind, file)).toMatchObject({ status: 'SUCCEEDED', ...outcomes });
});

it('holds up other writes of the account no longer than one of its batches', async () => {
  const account = await createAccount(service, 'business');
  const [, fileWith] = FILES[0]!;
  let isOver = false;
  const previewed = preview(account, 'products', fileWith(5, 2_500)).finally(() => (isOver = true));
  const locks = () =>
    service.database.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted`);
  await expect
    .poll(async () => (await locks()).rowCount, { interval: 1, timeout: 60_000 })
    .toBeGreaterThan(0);
  await createProduct(account);
  expect(isOver).toBe(false);
  expect((await previewed).counts).toMatchObject({ created: 2_500, refused: 0 });
});

it('refuses what exceeds the quota, or repeats a branch, over the whole file', async () => {
  const account = await createAccount(service, 'free');
  const [, fileWith] = FILES[0]!;
  const many = await preview(account, 'products', fileWith(1, 5_001));
  expect(many.counts).toMatchObject({ created: 5_000, refused: 1 });

  const large = await createAccount(service, 'business');
  const header = 'reference,name,contact_email,branch_reference,branch_name,branch_address';
  const markets = fileOf(header, 1_001, (at) => {
    const branch = at % 1_000 === 0 ? ['N-1', 'North', 'Mill Lane 4'] : ['', '', ''];
    return [`M-${at}`, 'Elmfield', 'buying@elmfield.example', ...branch];
  });
  const { counts, refusals } = await preview(large, 'supermarkets', markets);
  expect(counts).toMatchObject({ created: 1_000, refused: 1 });
  expect(refusals).toMatchObject([{ row: 1_002, column: 'branch_reference', problem: 'branch_of_other' }]);
});
