import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCluster } from '../src/cluster.ts';
import { FolderError, HeldError } from '../src/errors.ts';
import { type EmbeddedDatabase, type Holder, openEmbedded } from '../src/held-cluster.ts';

const NAME = 'trial';

let folder: string;
let service: EmbeddedDatabase;
const open = (holder: Holder) => openEmbedded({ folder, name: NAME, holder });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-cluster-'));
  // As root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711);
  service = await open('service');
});
afterAll(async () => {
  await service?.release();
  await rm(folder, { recursive: true, force: true });
});

async function valueOf(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

it('has a database of its name, with a superuser of its name', async () => {
  expect(await valueOf(service.url, 'SELECT current_database() || current_user')).toBe(NAME + NAME);
});

it('is used by one service, and shared by commands, which leave it running', async () => {
  await expect(open('service')).rejects.toThrow(HeldError);
  await expect(open('service')).rejects.toMatchObject({ pid: String(process.pid) });
  const command = await open('command');
  expect(command.url).toBe(service.url);
  await command.release();
  expect(await valueOf(service.url, 'SELECT 1')).toBe(1);
});

it('is found running, and started again at its port when it dies under its service', async () => {
  const cluster = await openCluster(folder, NAME);
  await cluster.start();
  expect(cluster.url(NAME)).toBe(service.url);
  await cluster.stop('immediate');
  await expect
    .poll(() => valueOf(service.url, 'SELECT 1').catch(() => undefined), { timeout: 45_000 })
    .toBe(1);
});

it('starts over a pid file that a crash left behind', async () => {
  await service.release();
  const pidFile = join(await realpath(join(folder, 'postgres')), 'data', 'postmaster.pid');
  // A live process that is not PostgreSQL.
  await writeFile(pidFile, `${process.pid}\n`);
  service = await open('service');
  expect(await valueOf(service.url, 'SELECT 1')).toBe(1);
  expect(await readFile(pidFile, 'utf8')).not.toMatch(new RegExp(`^${process.pid}\\n`));
});

it('refuses a folder that cannot be one', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openCluster(file, NAME)).rejects.toThrow(FolderError);
});
