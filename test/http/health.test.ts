import { expect, it } from 'vitest';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const service = useService({ own: 'edits the migrations of its database' });

it('/readyz shares its checks, and needs none of the connections for requests', async () => {
  // Takes all of them.
  const { pool } = service.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const statuses = new Set<number>();
    const statements = await statementsOf(service.testDatabase.name, async () => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => request(service.url, 'GET', '//readyz')),
      );
      for (const { status } of answers) statuses.add(status);
    });
    expect([...statuses]).toEqual([200]);
    expect(statements.length).toBeGreaterThan(0);
    // At most ten a second: the two hundred take a few seconds on a busy machine.
    expect(statements.length).toBeLessThan(100);
  } finally {
    held.forEach((client) => client.release());
  }
});

it('/readyz names a migration that was edited, and is ready beside one of a later version', async () => {
  const { pool } = service.database;
  const checks = async () => (await request(service.url, 'GET', '//readyz')).json;
  await pool.query(`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '-', '29991231000000_later', now())`);
  await expect.poll(checks).toMatchObject({ status: 'ready' });
  const { rows } = await pool.query<{ name: string }>(`
    UPDATE _prisma_migrations SET checksum = '-'
    WHERE migration_name = (SELECT min(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name`);
  await expect.poll(checks, { timeout: 5_000 }).toMatchObject({
    status: 'unavailable',
    checks: { database: 'ok', migrations: `edited: ${rows[0]!.name}` },
  });
});
