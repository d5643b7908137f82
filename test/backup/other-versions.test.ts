import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { releaseMigrations } from '../../src/database/migrate.ts';
import { VERSION } from '../../src/version.ts';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { createAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const host = useHost('file');
const service = useService({ own: 'changes tables' });

it('migrates an older backup on, and refuses a newer one', async () => {
  const known = await releaseMigrations();
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
  // By name and version, and before anything is written.
  await expect(openBackup(newer)).rejects.toThrow(
    `was made by a newer version of Provender (${VERSION}), which this one (${VERSION}) cannot restore: see its migration 29990101000000_next`,
  );
});

it('refuses to back up or restore a database to which an edited migration was applied', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await query(
    url,
    `INSERT INTO accounts (email, name, plan) VALUES ('a@supplier.example', 'Supplier', 'free')`,
  );
  const file = await backUp(url);
  await query(url, `UPDATE _prisma_migrations SET checksum = 'other'`);
  await expect(backUp(url)).rejects.toThrow('another version made it');

  const header = await readFile(file).then((bytes) => zstdDecompressSync(bytes).toString());
  const [first] = await releaseMigrations();
  await writeFile(file, zstdCompressSync(header.replace(first!.checksum, 'other')));
  await expect(openBackup(file)).rejects.toThrow('was made by another version of Provender');
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
