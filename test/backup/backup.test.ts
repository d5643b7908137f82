import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { TABLES_WITHOUT_DATA } from '../../src/backup/tables.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { createDatabase, useDatabase } from '../support/database/database.ts';
import { readLive } from '../support/graphql/live.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { useHost } from '../support/process/host.ts';
import type { Ended } from '../support/process/process.ts';
import { createProduct, createReturn } from '../support/records/records.ts';
import { createAccount, storeFactors, type TestAccount } from '../support/service/account.ts';
import { createSignedIn } from '../support/service/visitor.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, messagesOf, subscribe } from '../support/webhook/webhook.ts';
import { startReceiver } from '../support/webhook/receiver.ts';

const host = useHost('file');
const service = useService({ own: 'opens connections of its own' });
const successor = useService({ worker: {} });
const empty = useDatabase();

const KEEP = '--keep-webhooks-active';
const EVIL = 'tab\t, line\n, end\\., \\\n\\.\n ☃ and quotes \'"';

let path: string;
let account: TestAccount;
let said: Ended;
let content: unknown;

beforeAll(async () => {
  const folder = await host.folder();
  account = await createAccount(service);
  await subscribe(account, 'http://127.0.0.1:9/');
  await createReturn(account, { description: EVIL });
  await storeFactors(account);
  // Known only if nothing was written meanwhile: the service writes request counts periodically.
  let before: unknown;
  for (let attempt = 1; !before || !isDeepStrictEqual(before, content); attempt++) {
    path = join(folder, `${attempt}.backup`);
    before = await contentOf(service.testDatabase.url);
    said = await host.provender({ DATABASE_URL: service.testDatabase.url }, '--json', 'backup', path);
    content = await contentOf(service.testDatabase.url);
  }
});

it('restores every row and index unchanged, by the command line', async () => {
  const { rows, ...printed } = JSON.parse(said.stdout);
  const { host: server, pathname } = new URL(service.testDatabase.url);
  expect(printed).toMatchObject({ database: `${server}${pathname}`, accounts: 1 });
  expect(said.stderr).toMatch(/^returns: 1 row$/m);
  expect(said.stderr).toContain('The backup does not contain the key that encrypts secrets');
  const { url, drop } = await createDatabase('template0');
  onTestFinished(drop);
  const restored = await host.provender({ DATABASE_URL: url }, '--json', 'restore', path, KEEP);
  const result = { file: path, rows, applied: expect.any(Array), webhooks_deactivated: 0 };
  expect(JSON.parse(restored.stdout)).toMatchObject(result);
  expect(restored.stderr).toContain('Before you start the service: SECRETS_KEY: not set');
  expect(await contentOf(url)).toEqual(content);

  const again = await host.provender({ DATABASE_URL: url }, '--json', 'restore', path);
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not empty') });
  const overwritten = await host.provender({ DATABASE_URL: url }, 'backup', path);
  expect(overwritten).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
});

it('continues where the backup ends: keys, records, ids, waiting webhooks, live events', async () => {
  await using receiver = await startReceiver(200);
  const seller = await createAccount(service);
  const webhook = await subscribe(seller, receiver.url);
  const product = await createProduct(seller);
  const path = await backUp();
  await restore(path, successor.testDatabase.url, { skipIds: 1_000 });

  const moved = { ...seller, ...successorOf(seller) };
  const answers = await Promise.all([seller, moved].map((one) => one.call('GET', '/products')));
  expect(answers[1]!.json).toEqual(answers[0]!.json);
  const [message] = await expectStatuses(successor, webhook, ['succeeded']);
  expect(JSON.parse(receiver.callbacks[0]!.body.toString()).data.product_id).toBe(product.id);
  // The service that was backed up has no worker.
  expect(await messagesOf(service, webhook)).toEqual([]);

  const reader = await readLive(successor.url, { key: seller.key, after: String(message!.eventId) });
  const next = expectData(
    await moved.call('POST', '/products', { body: { name: 'Next', weight: 1, price: 1, category: 'dairy' } }),
    201,
  );
  expect(next.id).toBeGreaterThan(product.id + 1_000);
  await expect.poll(() => reader.events().map(({ data }) => data.product_id)).toEqual([next.id]);
});

it('restores sessions and keys, except with --end-sessions and --revoke-keys, and no photos after --no-photos', async () => {
  await createSignedIn(service);
  const path = join(await host.folder(), 'backup');
  await service.database.pool.query(`INSERT INTO receipt_photos (account_id, delivery_id, media_type, content)
    SELECT account_id, id, 'image/png', '\\xff' FROM deliveries WHERE account_id = ${account.id}`);
  const { url } = service.testDatabase;
  const left = await host.provender({ DATABASE_URL: url }, 'backup', path, '--no-photos');
  expect(left.stderr).toMatch(/^receipt_photos: 1 left out$/m);
  const [plain, ended] = [await createDatabase('template0'), await createDatabase('template0')];
  onTestFinished(async () => void (await Promise.all([plain.drop(), ended.drop()])));
  await restore(path, plain.url);
  const restoring = ['restore', path, '--end-sessions', '--revoke-keys'];
  const result = await host.provender({ DATABASE_URL: ended.url }, ...restoring);
  expect(result.stderr).toContain('receipt_photos: not in the backup');
  expect(await query(plain.url, 'SELECT FROM receipt_photos')).toEqual([]);
  const open = `SELECT (SELECT count(*)::int FROM sessions) AS sessions,
    (SELECT count(*)::int FROM api_keys WHERE revoked_at IS NULL) AS keys`;
  expect(await query(ended.url, open)).toEqual([{ sessions: 0, keys: 0 }]);
  const [{ sessions, keys }] = (await query(plain.url, open)) as [{ sessions: number; keys: number }];
  expect(Math.min(sessions, keys)).toBeGreaterThan(0);
});

it('calls a damaged file damaged, by its name, before it writes anything', async () => {
  const whole = await readFile(path);
  const changedAt = (at: number) => {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    return changed;
  };
  const places = Array.from(
    { length: 40 },
    (_, place) => 20 + Math.floor((place / 40) * (whole.length - 20)),
  );
  const damaged: [string, Buffer | string][] = [
    ...[1, 3, 100, whole.length - 10].map((left): [string, Buffer] => ['cut', whole.subarray(0, -left)]),
    ...[0, whole.length - 1, ...places].map((at): [string, Buffer] => [`changed-at-${at}`, changedAt(at)]),
    ['empty', ''],
    ['text', 'SELECT 1;'],
    ['compressed-text', zstdCompressSync('SELECT 1;\n')],
    ['only-a-header', zstdCompressSync(zstdDecompressSync(whole).toString().split('\n')[0]!)],
  ];
  for (const [name, bytes] of damaged) {
    const file = join(dirname(path), `${name}.backup`);
    await writeFile(file, bytes);
    await expect(openBackup(file)).rejects.toThrow(`${file} is damaged, or not a backup of Provender`);
  }
  const file = join(dirname(path), 'empty.backup');
  const refused = await host.provender({ DATABASE_URL: empty.url }, 'restore', file);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${file} is damaged, or not a backup of Provender\n`,
  });
  expect(await empty.prisma.account.count()).toBe(0);
  // An aborted backup must not prevent a complete one.
  await restore(path, empty.url);
  expect(await contentOf(empty.url)).toEqual(content);
});

it('leaves no file when it is stopped, and loads nothing', async () => {
  const folder = await host.folder();
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(writeBackup(service.testDatabase.url, join(folder, 'never'), { signal })).rejects.toThrow(
    'stopped',
  );
  expect(await readdir(folder)).toEqual([]);
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await expect(restore(path, url, { signal })).rejects.toThrow('stopped');
  expect(await query(url, 'SELECT FROM accounts')).toEqual([]);
});

async function backUp(url = service.testDatabase.url): Promise<string> {
  const file = join(await host.folder(), 'backup');
  await writeBackup(url, file);
  return file;
}

async function restore(file: string, url: string, options = {}) {
  return restoreBackup(url, await openBackup(file), { access: { asOriginal: true }, ...options });
}

function successorOf(seller: TestAccount): Pick<TestAccount, 'call'> {
  return {
    call: (method, path, options) => request(successor.url, method, path, { key: seller.key, ...options }),
  };
}

/** Returns all rows, with the definitions of indexes and constraints, and the sequences. */
async function contentOf(url: string): Promise<unknown> {
  const tables = (
    await query(
      url,
      `
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    )
  )
    .map(({ name }) => name as string)
    .filter((name) => !TABLES_WITHOUT_DATA.includes(name));
  const rows: unknown[] = [];
  for (const name of tables)
    rows.push([name, await query(url, `SELECT t::text FROM ${name} AS t ORDER BY 1`)]);
  return {
    rows,
    indexes: await query(url, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    constraints: await query(
      url,
      `
      SELECT conrelid::regclass::text AS on, conname, pg_get_constraintdef(oid) AS is, convalidated FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    sequences: await query(
      url,
      `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
    ),
  };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
