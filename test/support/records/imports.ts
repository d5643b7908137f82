import type { TestAccount } from '../service/account.ts';

/** Adds `count` imports of products, of which every second failed. */
export async function addImports({ id, database }: TestAccount, count: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged,
                          refused, total, started_at, finished_at)
     SELECT $1, 'products', CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'succeeded' END, 'a', sha256('a'), '[]', '[]',
            1, 0, 0, 0, 0, 0, now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [id, count],
  );
}
