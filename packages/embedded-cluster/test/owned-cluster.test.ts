import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { rotate } from '../src/bound-log.ts';
import { openCluster } from '../src/cluster.ts';
import { FolderError, InUseError } from '../src/errors.ts';
import { type EmbeddedDatabase, type Holder, openEmbedded } from '../src/owned-cluster.ts';

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

/** Executes statements, and returns the first value of a single one. */
async function valueOf(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end());
  return rows?.[0]?.[0];
}

it('has a database of its name, whose owner is an ordinary role', async () => {
  expect(await valueOf(service.url, 'SELECT current_database() || current_user')).toBe(
    `${NAME}${NAME}_service`,
  );
  expect(await valueOf(service.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(
    false,
  );
  await valueOf(service.url, 'CREATE EXTENSION pg_trgm; CREATE SCHEMA own; DROP SCHEMA own');
  await expect(valueOf(service.url, `COPY (SELECT 1) TO '/tmp/never'`)).rejects.toThrow(/permission denied/);
});

it('passes only what it needs of the environment on to PostgreSQL', async () => {
  const cluster = await openCluster(folder, NAME);
  await service.release();
  vi.stubEnv('SECRETS_KEY', 'a secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  service = await open('service');
  await cluster.start();
  const program = `COPY (SELECT 1) TO PROGRAM 'env > ${folder}/postgres/data/environment'`;
  await valueOf(cluster.url('postgres'), program);
  const environment = await readFile(join(await dataFolder(), 'environment'), 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toMatch(/SECRETS_KEY|a secret|HOME=/);
});

it('moves a log that is too large aside, while PostgreSQL appends to it', async () => {
  const { log } = await openCluster(folder, NAME);
  await expect(valueOf(service.url, 'SELECT first_fault')).rejects.toThrow('first_fault');
  await rotate(log, 10);
  await expect(valueOf(service.url, 'SELECT second_fault')).rejects.toThrow('second_fault');
  expect(await readFile(`${log}.1`, 'utf8')).toContain('first_fault');
  expect(await readFile(log, 'utf8')).toMatch(/^[^\0]*second_fault/);
  expect(await readFile(log, 'utf8')).not.toContain('first_fault');
});

it('is used by one service, and shared by commands, which leave it running', async () => {
  await expect(open('service')).rejects.toThrow(InUseError);
  await expect(open('service')).rejects.toMatchObject({ pid: String(process.pid) });
  const command = await open('command');
  expect(command.url).toBe(service.url);
  await command.release();
  expect(await valueOf(service.url, 'SELECT 1')).toBe(1);
});

it('is found running, and started again at its port when it dies under its service', async () => {
  const cluster = await openCluster(folder, NAME);
  await cluster.start();
  expect(new URL(cluster.url(NAME)).port).toBe(new URL(service.url).port);
  await cluster.stop('immediate');
  await expect
    .poll(() => valueOf(service.url, 'SELECT 1').catch(() => undefined), { timeout: 45_000 })
    .toBe(1);
});

it.each<[string, () => string | Promise<string>]>([
  ['the id of no process', () => pidFileOf(2 ** 22)],
  ['the id of some other program', () => pidFileOf(process.pid)],
  ['the id of a PostgreSQL server elsewhere', async () => pidFileOf(await startNamesake())],
  ['an id and no more', () => `${process.pid}\n`],
  ['nothing', () => ''],
  ['no id', () => 'no pid\n'],
])('starts over a pid file that a crash left behind with %s', async (_what, text) => {
  await service.release();
  const stale = await text();
  await writeFile(join(await dataFolder(), 'postmaster.pid'), stale);
  service = await open('service');
  expect(await valueOf(service.url, 'SELECT current_database()')).toBe(NAME);
  expect(await readFile(join(await dataFolder(), 'postmaster.pid'), 'utf8')).not.toBe(stale);
});

it('names the mode that prevents a start, and the command that helps', async () => {
  await service.release();
  const data = await dataFolder();
  const version = join(data, 'PG_VERSION');
  await chmod(data, 0o755);
  expect(await refusal()).toBe(`${data} has mode 0755, and is for its owner only: chmod 0700 '${data}'`);
  await chmod(data, 0o700);
  await chmod(version, 0o000);
  expect(await refusal()).toContain(`${version} has mode 0000, which locks its owner out: chmod -R u+rwX `);
  await chmod(version, 0o600);
  service = await open('service');
});

it.runIf(process.getuid?.() === 0)(
  'names the owner that prevents a start, and the command that helps',
  async () => {
    await service.release();
    const data = await dataFolder();
    const { uid, gid } = await stat(data);
    for (const each of [join(data, 'PG_VERSION'), data]) {
      await chown(each, 1, 1);
      const said = await refusal();
      for (const part of [`${each} belongs to `, ', and must ', ': chown -R ']) expect(said).toContain(part);
      await chown(each, uid, gid);
    }
    await chown(join(data, '..'), 0, 0);
    const said = await refusal();
    for (const part of ['postgres belongs to root, and must ', ': chown -R ']) expect(said).toContain(part);
    await chown(join(data, '..'), uid, gid);
    service = await open('service');
  },
);

it('quotes only what PostgreSQL says of the start that failed', async () => {
  await service.release();
  const file = join(await dataFolder(), 'postgresql.auto.conf');
  const settings = await readFile(file);
  await appendFile(file, 'work_mem = much\n');
  const failure = open('service').catch((error: Error) => error.message);
  expect(await failure).toContain('does not start: ');
  expect(await failure).toContain('work_mem');
  expect(await failure).not.toContain('shut down');
  await writeFile(file, settings);
  service = await open('service');
}, 60_000);

it('refuses a folder that cannot be one', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openCluster(file, NAME)).rejects.toThrow(FolderError);
});

/** Returns why the cluster cannot be opened. */
async function refusal(): Promise<string | undefined> {
  const error: unknown = await openCluster(folder, NAME).catch((reason: unknown) => reason);
  return error instanceof FolderError ? error.message : undefined;
}

async function dataFolder(): Promise<string> {
  return join(await realpath(join(folder, 'postgres')), 'data');
}

/** Returns a postmaster.pid as a crash of the machine leaves it: by now its id may be another process's. */
async function pidFileOf(pid: number): Promise<string> {
  const data = await dataFolder();
  return [pid, data, 1_700_000_000, 1, '', '127.0.0.1', '  1234567         1', 'ready   ', ''].join('\n');
}

/** Starts a process of PostgreSQL's name and user, and returns its id. */
async function startNamesake(): Promise<number> {
  const { uid, gid } = await stat(await dataFolder());
  const script = `process.title = 'postgres'; setInterval(() => {}, 60_000); console.log('runs')`;
  const namesake = spawn(process.execPath, ['-e', script], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  onTestFinished(() => void namesake.kill());
  await once(namesake.stdout, 'data');
  return namesake.pid!;
}
