import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { knownMigrations } from '../../src/database/migrate.ts';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { createAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const host = useHost('file');
const service = useService();

it('migrates an older backup on, and refuses a newer one', async () => {
  const known = await knownMigrations();
  const { length } = known;
  known.push({ name: '29990101000000_next', sql: 'ALTER TABLE products ADD COLUMN x int', checksum: '-' });
  onTestFinished(() => {
    known.length = length;
  });
  await createProduct(await createAccount(service));
  const target = await createDatabase('template0');
  onTestFinished(target.drop);
  expect((await restore(await backUp(service.testDatabase.url), target.url)).applied).toEqual([
    '29990101000000_next',
  ]);
  expect(await query(target.url, 'SELECT x FROM products LIMIT 1')).toEqual([{ x: null }]);

  const newer = await backUp(target.url);
  known.pop();
  await expect(openBackup(newer)).rejects.toThrow('was made by a newer version of Provender');
});

it('restores a backup from before the first release, whose migrations are now one', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await query(
    url,
    `INSERT INTO accounts (email, name, password_hash, plan) VALUES ('a@b.example', 'A', '-', 'pro')`,
  );
  await query(
    url,
    `UPDATE _prisma_migrations SET migration_name = '20261128040000_webhook_leases', checksum = 'other'`,
  );
  const target = await createDatabase('template0');
  onTestFinished(target.drop);
  await restore(await backUp(url), target.url);
  expect(await query(target.url, 'SELECT email FROM accounts')).toEqual([{ email: 'a@b.example' }]);
});

async function backUp(url: string): Promise<string> {
  const file = join(await host.folder(), 'backup');
  await writeBackup(url, file);
  return file;
}

async function restore(file: string, url: string) {
  return restoreBackup(url, await openBackup(file));
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
