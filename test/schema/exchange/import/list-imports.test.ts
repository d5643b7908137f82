import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { importsOf, PRODUCTS } from '../../../support/records/importing.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const { preview } = importsOf(service);

const LIST = 'query ($filter: ImportFilter) { imports(filter: $filter) { id } }';

it('filters imports by kind, status, name and the day in the time zone of the account', async () => {
  const account = await createAccount(service);
  const other = await createAccount(service);
  await preview(other, 'products?file_name=Catalogue.csv', PRODUCTS);
  const { id: first } = await preview(account, 'products?file_name=Catalogue.csv', PRODUCTS);
  const { id: second } = await preview(account, 'supermarkets', 'reference,name\nS-1,Corner\n');
  const { pool } = account.database;
  await pool.query(`UPDATE accounts SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [account.id]);
  // In Auckland, the 2nd begins at 11:00 of the 1st in UTC.
  const setTime = (id: number, time: string) =>
    pool.query(`UPDATE imports SET created_at = $3 WHERE account_id = $1 AND id = $2`, [
      account.id,
      id,
      time,
    ]);
  await setTime(first, '2026-01-01T10:59:59.999Z');
  await setTime(second, '2026-01-01T11:00:00Z');
  const FAILED = `UPDATE imports SET status = 'failed', started_at = now(), finished_at = now(), error = 'No'`;
  await pool.query(`${FAILED} WHERE account_id = $1 AND id = $2`, [account.id, second]);
  const found = async (filter: object) =>
    (await ask(account, LIST, { filter })).imports.map(({ id }: { id: string }) => Number(id));
  expect(await found({})).toEqual([second, first]);
  expect(await found({ kind: 'PRODUCTS' })).toEqual([first]);
  expect(await found({ kind: 'STANDING_ORDERS' })).toEqual([]);
  expect(await found({ status: 'FAILED' })).toEqual([second]);
  expect(await found({ search: 'CATALOG' })).toEqual([first]);
  expect(await found({ search: '%' })).toEqual([]);
  expect(await found({ dateFrom: '2026-01-02' })).toEqual([second]);
  expect(await found({ dateTo: '2026-01-01' })).toEqual([first]);
  expect(await found({ dateFrom: '2026-01-01', dateTo: '2026-01-02', status: null })).toEqual([
    second,
    first,
  ]);
  const turned = { dateFrom: '2026-01-02', dateTo: '2026-01-01' };
  expect(await refusalOf(account, LIST, { filter: turned })).toMatchObject({
    code: 'validation_error',
    field: 'dateTo',
  });
});

it('lists the newest 100 imports, and none of kinds that the caller may not see', async () => {
  const account = await createAccount(service);
  const { id } = await preview(account, 'products', PRODUCTS);
  await account.database.pool.query(
    `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated,
                          unchanged, refused, total)
     SELECT account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged,
            refused, total
     FROM imports, generate_series(1, 100) WHERE account_id = $1`,
    [account.id],
  );
  const { imports } = await ask(account, LIST, { filter: { kind: 'PRODUCTS' } });
  expect(imports).toHaveLength(100);
  expect(imports.map((each: { id: string }) => each.id)).not.toContain(String(id));
  const reader = { ...account, scopes: ['deliveries:read'] } as const;
  expect((await ask(reader, LIST, { filter: { kind: 'PRODUCTS' } })).imports).toEqual([]);
});
