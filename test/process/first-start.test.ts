import { existsSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { request } from '../support/http/http.ts';
import { ROOT } from '../support/process/process.ts';
import { demoOf } from '../support/process/said.ts';
import { useHost } from '../support/process/host.ts';
import { createVisitor } from '../support/service/visitor.ts';

const host = useHost();

it.each([[[]], [['--processes', '2']]])(
  'creates nothing while the port is taken, and prints the demo account once it is free (%s)',
  async (args) => {
    const { server, port } = await takePort();
    const DATA_DIR = join(await host.folder(), 'data');
    const env = { DATA_DIR, PORT: String(port) };
    const refused = await host.launchService(env, { args }).ended();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(new RegExp(`^PORT: ${port} on .+ is already in use\n$`));
    expect(existsSync(DATA_DIR)).toBe(false);

    await new Promise((closed) => server.close(closed));
    const { url, stdout } = await host.start(env, { args });
    await expectUsable(url, stdout());
    expect(url).toBe(`http://127.0.0.1:${port}`);
  },
);

it.each([[[]], [['--processes', '2']]])(
  'holds the port while it starts, and resets connections (%s)',
  async (args) => {
    const { server, port } = await takePort();
    await new Promise((closed) => server.close(closed));
    const DATA_DIR = await host.dataDir();
    const program = host.launchService({ DATA_DIR, PORT: String(port) }, { args });
    const seen = new Set<string>();
    let isReady = false;
    const ready = program.says(/ is ready on /).then(() => (isReady = true));
    while (!isReady) {
      seen.add(await tryPort(port));
      await sleep(20);
    }
    await ready;
    expect([...seen]).toEqual(expect.arrayContaining(['ECONNREFUSED', 'ECONNRESET']));
    // Between the ready line and the end of the loop, or when the server already listens.
    expect(
      [...seen].filter((each) => !['ECONNREFUSED', 'ECONNRESET', 'HTTP/1.1 200'].includes(each)),
    ).toEqual([]);
    await expectUsable(`http://127.0.0.1:${port}`, program.stdout());
  },
);

const PRELOAD = `--import=${join(ROOT, 'test/support/process/kill-at-statement.ts')}`;

const ACCOUNT = 'INSERT INTO "public"."accounts"';
const KEY = 'INSERT INTO "public"."api_keys"';

/** The steps of a first start, by the statements that lead to them. */
const STEPS: [string, string[], after?: 'true'][] = [
  ['before the demo account is created', [ACCOUNT]],
  ['before its records are stored', [ACCOUNT, 'COMMIT']],
  ['after its records are stored', [ACCOUNT, 'COMMIT'], 'true'],
  ['before it has a key', [KEY]],
  ['before its credentials are stored', [KEY, 'COMMIT']],
];

it.each(STEPS)(
  'prints working credentials after a start that was killed %s',
  async (_step, statements, after) => {
    const DATA_DIR = await host.dataDir();
    const { signal, stdout } = await start(DATA_DIR, statements, after).ended();
    expect(signal).toBe('SIGKILL');
    expect(stdout).not.toContain('is ready on');
    const next = await host.start({ DATA_DIR });
    await expectUsable(next.url, next.stdout());
  },
);

it('has printed working credentials when it is killed after it stored them', async () => {
  const DATA_DIR = await host.dataDir();
  const { signal, stdout } = await start(DATA_DIR, [KEY, 'COMMIT'], 'true').ended();
  expect(signal).toBe('SIGKILL');
  const next = await host.start({ DATA_DIR });
  expect(next.stdout()).not.toMatch(/demo|prv_|password/i);
  await expectUsable(next.url, stdout);
});

function start(DATA_DIR: string, statements: string[], after?: 'true') {
  const kill = { KILL_AT: JSON.stringify(statements), ...(after && { KILL_AFTER: after }) };
  return host.launchService({ DATA_DIR, NODE_OPTIONS: PRELOAD, ...kill });
}

async function expectUsable(url: string, said: string): Promise<void> {
  const { email, password, key } = demoOf(said);
  expect((await createVisitor({ url }).signIn(email, password)).json.data).toMatchObject({
    signIn: { isCurrent: true },
  });
  const { json } = await request(url, 'GET', '/deliveries', { key });
  expect(json.pagination.total).toBeGreaterThan(100);
}

async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Returns the error of a request at once, or the beginning of its response. */
function tryPort(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.once('data', (bytes) => (socket.destroy(), resolve(bytes.toString().slice(0, 12))));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code!));
    socket.once('end', () => resolve('ended without a response'));
  });
}
