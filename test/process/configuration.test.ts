import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';

// Each of these starts fails on its own, so they can run in parallel.
const host = useHost('file');

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

const ELSEWHERE = 'postgres://provender@127.0.0.1';

it.concurrent.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['HOST', '203.0.113.1'],
  ['PUBLIC_URL', 'provender.example'],
  ['DATABASE_URL', 'mysql://127.0.0.1/provender'],
  ['DATABASE_URL', `${ELSEWHERE}:1/provender`],
  ['DATABASE_URL', `${ELSEWHERE}/%zz`],
  ['DATABASE_URL', `${ELSEWHERE}:5432,127.0.0.2:5432/provender`],
  ['DEMO', 'yes'],
  ['REDIS_URL', 'http://127.0.0.1'],
  ['LOG_LEVEL', 'loud'],
  ['WEBHOOK_RETRY_DELAYS', '60;300'],
  ['WEBHOOK_RETRY_DELAYS', '60,99999999999'],
  ['WEBHOOK_TIMEOUT_MS', '0'],
  ['WEBHOOK_PAUSE_MS', '-1'],
  ['WEBHOOK_PAUSE_MS', '0.5'],
  ['WEBHOOK_DISABLE_AFTER', '-1'],
  ['WEBHOOK_ALLOW_PRIVATE_NETWORKS', '1'],
  ['TRUST_PROXY', 'the one in front'],
  ['SIGNUP', 'on'],
  ['SECRETS_KEY', 'tooshort'],
  ['SECRETS_KEY', `${'A'.repeat(43)}=,`],
  ['CORS_ORIGINS', 'app.example'],
  ['DRAIN_MS', '-1'],
])('refuses to start with %s=%s, in one line that names it', async (name, value) => {
  const ended = await host.launchService({ DATABASE_URL: database.url, [name]: value }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^${name}: .+\n$`));
});

it.concurrent.each(['true', 'TRUE'])('says what to set in place of TRUST_PROXY=%s', async (value) => {
  const ended = await host.launchService({ DATABASE_URL: database.url, TRUST_PROXY: value }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^TRUST_PROXY: .*number of proxies.*addresses.*\n$/);
});

it.concurrent('refuses to start on a DATA_DIR that is a file, in one line that names it', async () => {
  const DATA_DIR = join(await host.folder(), 'file');
  await writeFile(DATA_DIR, '');
  const ended = await host.launchService({ DATA_DIR }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^DATA_DIR: .+\n$/);
});

it.concurrent('refuses to start on a port that is taken, in one line that names PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => other.once('listening', listening));
  const { port } = other.address() as AddressInfo;
  const ended = await host.launchService({ DATABASE_URL: database.url, PORT: String(port) }).ended();
  other.close();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^PORT: ${port} .+\n$`));
});

it.concurrent('treats an empty variable as unset', async () => {
  const nothing = { PUBLIC_URL: '', REDIS_URL: '', LOG_LEVEL: '', TRUST_PROXY: ' ', HOST: '' };
  const service = await host.start({ DATABASE_URL: database.url, ...nothing });
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
