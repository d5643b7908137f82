import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import type { Environment } from '../support/process/process.ts';
import { clusterFolder } from '../support/process/postgres-processes.ts';
import { demoOf, jsonOf } from '../support/process/said.ts';
import { textsOf } from '../support/database/tables.ts';

const host = useHost();
// Each starts half a dozen programs, one after the other.
vi.setConfig({ testTimeout: 400_000 });
const WEBHOOK = { url: 'https://hooks.example.com/', events: ['product.created'] };
const EMAIL = 'owner@supplier.example';
const CREATE_WEBHOOK = [
  'webhook',
  'create',
  '--account',
  EMAIL,
  '--url',
  WEBHOOK.url,
  '--events',
  'all',
  '--json',
];

it('keeps the key of the embedded database in a file that only its owner can read, which commands find too', async () => {
  const DATA_DIR = await host.dataDir();
  await openAccount({ DATA_DIR });
  // Commands and services that start at once agree on one key.
  const made = await Promise.all([1, 2].map(() => host.provender({ DATA_DIR }, ...CREATE_WEBHOOK)));
  const path = join(DATA_DIR, 'secrets.key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const key = await readFile(path, 'utf8');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect((await readdir(DATA_DIR)).sort()).toEqual(['postgres', 'secrets.key']);
  expect(await readdir(await clusterFolder(DATA_DIR))).not.toContain('secrets.key');

  const service = await host.start({ DATA_DIR, DEMO: 'false' });
  expect(await readFile(path, 'utf8')).toBe(key);
  expect(await service.stop()).toMatchObject({ code: 0 });
  for (const { stdout } of made) expect(service.stderr()).not.toContain(JSON.parse(stdout).secret);

  await rm(path);
  expect(await host.launchService({ DATA_DIR }).ended()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^SECRETS_KEY: \S+secrets\.key is missing[^\n]+\n$/),
  });
  await writeFile(path, `${randomBytes(32).toString('base64')},${key}`);
  expect(await rotated({ DATA_DIR })).toBe(path);
});

it('encrypts existing rows, and then starts only with their key', async () => {
  const testDatabase = await createDatabase();
  const { pool, close } = connect(testDatabase.url, { max: 1 });
  try {
    const DATABASE_URL = testDatabase.url;
    const plain = await host.start({ DATABASE_URL, DEMO: 'true' });
    const { key } = demoOf(plain.stdout());
    const headers = { 'Idempotency-Key': 'once' };
    const created = await request(plain.url, 'POST', '/webhooks', { key, body: WEBHOOK, headers });
    expect(plain.stderr()).toContain('SECRETS_KEY is not set');
    expect(await plain.stop()).toMatchObject({ code: 0 });
    expect(await textsOf(pool)).toContain(created.json.data.secret);

    const [old, next] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
    const sealing = await host.start({ DATABASE_URL, SECRETS_KEY: old! });
    expect(await textsOf(pool)).not.toContain('whsec_');
    const again = await request(sealing.url, 'POST', '/webhooks', { key, body: WEBHOOK, headers });
    expect(again.json).toEqual(created.json);
    expect(sealing.stderr()).not.toContain('SECRETS_KEY');
    await sealing.stop();

    const refused = await Promise.all([
      host.launchService({ DATABASE_URL }).ended(),
      host.launchService({ DATABASE_URL, SECRETS_KEY: next! }).ended(),
      host.provender({ DATABASE_URL, SECRETS_KEY: next! }, 'secrets', 'rotate'),
    ]);
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^SECRETS_KEY: [^\n]+\n$/)]);
      expect(stderr).not.toContain(next);
    }
    const both = { DATABASE_URL, SECRETS_KEY: `${next}, ${old}` };
    expect(await rotated(both)).toBe('SECRETS_KEY');
    const later = await host.start({ DATABASE_URL, SECRETS_KEY: next! });
    const replayed = await request(later.url, 'POST', '/webhooks', { key, body: WEBHOOK, headers });
    expect(replayed.json).toEqual(created.json);
    await later.stop();
  } finally {
    await close();
    await testDatabase.drop();
  }
});

async function openAccount(env: { DATA_DIR: string }): Promise<void> {
  const args = ['account', 'create', '--password', '12345678', '--json', '--email', EMAIL];
  expect(jsonOf(await host.provender(env, ...args))).toMatchObject({ email: EMAIL });
}

/** Rotates the two secrets of a database, and returns where the command says that the old key is left. */
async function rotated(env: Environment): Promise<string | undefined> {
  const { stdout, stderr } = await host.provender(env, 'secrets', 'rotate', '--json');
  expect(JSON.parse(stdout)).toEqual({ rotated: 2 });
  return /leave only the first key in (\S+), and restart/.exec(stderr)?.[1];
}
