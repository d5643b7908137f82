import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/connect.ts';
import { newKey } from '../../src/schema/people/api-key/key-format.ts';
import { useCommands } from '../support/process/commands.ts';
import { type RunningCluster, type RunningService, useHost } from '../support/process/host.ts';
import type { Answer } from '../support/http/answer.ts';
import { request, type RequestOptions } from '../support/http/http.ts';
import { demoOf, jsonOf } from '../support/process/said.ts';

const PASSWORD = 'correct-horse-battery';

// A separate cluster, so that every byte it wrote to disk can be searched.
const host = useHost('file');
const run = useCommands(() => ({ DATABASE_URL: cluster.url('provender'), LOG_LEVEL: 'trace' }));
let cluster: RunningCluster;
let database: Database;
let service: RunningService;
/** Every value that was ever a key: in use, replaced, revoked, unknown; and each one's random part. */
const secrets: string[] = [];
const answers: Answer[] = [];

beforeAll(async () => {
  cluster = await host.cluster();
  const env = { DATABASE_URL: cluster.url('provender'), DEMO: 'true', LOG_LEVEL: 'trace' };
  service = await host.start(env);
  database = connect(env.DATABASE_URL, { max: 2 });

  const { key: demoKey, password } = demoOf(service.stdout());
  const email = 'owner@supplier.example';
  const all = ['--name', 'Key', '--scopes', 'all'];
  await provender('account', 'create', '--email', email, '--password', PASSWORD, '--plan', 'business');
  const issued = await provender('key', 'create', '--account', email, ...all);
  const rotated = await provender('key', 'rotate', '--id', String(issued.id), '--grace', '60');
  const revoked = await provender('key', 'create', '--account', email, ...all);
  await provender('key', 'revoke', '--id', String(revoked.id));
  const keys = [demoKey, issued.key, rotated.key, revoked.key, newKey(), newKey().slice(0, -6)];
  secrets.push(PASSWORD, password, ...keys.map((key) => key.slice('prv_'.length)));
  for (const key of keys) await useEverywhere(key, rotated.key);
  await provender('key', 'list', '--account', email).then((list) =>
    answers.push({ text: JSON.stringify(list) } as Answer),
  );
});

afterAll(() => database.close());

/** Runs a command on the cluster and returns its parsed output. */
async function provender(...args: string[]) {
  return jsonOf(await run(...args, '--json'));
}

/** Sends `key` in the header, and everywhere else a caller might put it. */
async function useEverywhere(key: string, good: string): Promise<void> {
  const spelled = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const product = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
  await send('GET', '/deliveries', { key });
  await send('GET', '/deliveries', { headers: { Authorization: key } });
  await send('GET', '/deliveries', { headers: { Authorization: `Basic ${btoa(`${key}:`)}` } });
  await send('GET', '/deliveries', {
    key: good,
    headers: { 'X-Request-Id': key, 'X-Api-Key': key, Cookie: key },
  });
  for (const text of [key, spelled, `x${key}`, `${key}%zz`]) {
    await send('GET', `/deliveries?key=${text}`, { key: good });
    await send('GET', `/deliveries/${text}`, { key: good });
    await send('GET', `/${text}`, {});
    await send('GET', `//${text}?access_token=${text}`, {});
    await send('GET', `//healthz?key=${text}`, {});
  }
  await send('POST', '/products', { key: good, body: { ...product, key } });
  await send('POST', '/products', { key: good, body: { ...product, price: key } });
  await send('POST', '/products', { key: good, raw: `{"key": "${key}"` });
  await send('POST', '/products', { key: good, raw: key, headers: { 'Content-Type': 'text/plain' } });
  await send('POST', '/products', { key: good, body: product, headers: { 'Idempotency-Key': key } });
  await send('PATCH', '/deliveries/1', { key: good, body: { status: key } });
  await send('POST', '//graphql', { key, body: { query: '{ account { id } }' } });
  await send('POST', '//graphql', {
    key: good,
    body: { query: 'query ($id: ID!) { delivery(id: $id) { id } }', variables: { id: key } },
  });
}

async function send(method: string, path: string, options: RequestOptions): Promise<void> {
  answers.push(await request(service.url, method, path, options));
}

it('keys are in no response', () => {
  expect(answers.length).toBeGreaterThan(100);
  const texts = answers.map(({ text, headers }) => `${text} ${JSON.stringify([...(headers ?? [])])}`);
  expect(hitsIn(texts.join('\n'))).toEqual([]);
});

it('keys are in no line of the log, whatever its level', async () => {
  // After the last request is logged.
  const { headers } = await request(service.url, 'GET', '/last', { headers: { 'X-Request-Id': 'the-last' } });
  expect(headers.get('X-Request-Id')).toBe('the-last');
  await expect.poll(() => service.stderr()).toContain('the-last');
  expect(service.stderr()).toContain('"url":"/api/v1/deliveries/[key]"');
  expect(hitsIn(service.stderr())).toEqual([]);
});

it('query strings are in no line of the log, nor is a line longer than 4 KiB', async () => {
  const query = `{ products(search: "marmalade ${PASSWORD}") { nodes { id } } }`;
  const id = 'with-a-query';
  const headers = { 'X-Request-Id': id };
  const long = 'x'.repeat(12_000);
  const search = new URLSearchParams({ query, variables: '{}' });
  await send('GET', `//graphql?${search}`, { headers });
  await send('GET', `/products?password=${PASSWORD}&search=${long}`, { headers });
  await send('GET', `/${long}?marmalade`, { headers });
  await expect.poll(() => service.stderr().split(`"request":"${id}"`).length - 1).toBe(3);
  expect(service.stderr()).not.toContain('marmalade');
  expect(service.stderr()).not.toContain(PASSWORD);
  expect(
    Math.max(
      ...service
        .stderr()
        .split('\n')
        .map((line) => Buffer.byteLength(line)),
    ),
  ).toBeLessThan(4_096);
});

it('keys are in no table', async () => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
    expect({ name, hits: hitsIn(rows.map(({ row }) => row).join('\n')) }).toEqual({ name, hits: [] });
  }
  // The dump does contain values: the account's e-mail is in one.
  const { rows } = await database.pool.query('SELECT to_jsonb(t)::text AS row FROM accounts t');
  expect(rows.map(({ row }) => row).join('\n')).toContain('owner@supplier.example');
});

it('keys are in no file of the database, including its log and its journal', async () => {
  await database.pool.query('CHECKPOINT');
  const files = (await readdir(cluster.folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  let found = '';
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name), 'latin1').catch(() => '');
    expect({ name, hits: hitsIn(bytes) }).toEqual({ name, hits: [] });
    if (bytes.includes('owner@supplier.example')) found += `${name} `;
  }
  expect(found).not.toBe('');
});

function hitsIn(text: string): string[] {
  return secrets.filter((secret) => text.includes(secret));
}
