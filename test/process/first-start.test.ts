import { existsSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { request } from '../support/http/http.ts';
import { ROOT } from '../support/process/process.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { READY, useHost } from '../support/process/host.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { copyCluster } from '../support/process/prepared-cluster.ts';
import { createVisitor } from '../support/service/visitor.ts';
import { codeBlocks, lastingOf, sectionOf, textOf } from '../support/text/markdown.ts';

const host = useHost();

it.each([[[]], [['--processes', '2']]])(
  'creates nothing while the port is taken; once it is free, holds it, resets connections, and prints the demo account (%s)',
  async (args) => {
    const { server, port } = await takePort();
    const DATA_DIR = join(await host.folder(), 'data');
    const env = { DATA_DIR, PORT: String(port) };
    const refused = await host.launchService(env, { args }).ended();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(new RegExp(`^PORT: ${port} on .+ is already in use\n$`));
    expect(existsSync(DATA_DIR)).toBe(false);
    await new Promise((closed) => server.close(closed));

    // Creating the cluster once is enough.
    if (args.length > 0) await copyCluster(DATA_DIR);
    const program = host.launchService(env, { args });
    const seen = new Set<string>();
    let isReady = false;
    const ready = program.says(READY).then(([, url]) => ((isReady = true), url));
    while (!isReady) {
      seen.add(await tryPort(port));
      await sleep(20);
    }
    expect(await ready).toBe(`http://127.0.0.1:${port}`);
    expect([...seen]).toEqual(expect.arrayContaining(['ECONNREFUSED', 'ECONNRESET']));
    // Between the ready line and the end of the loop, or when the server already listens.
    expect(
      [...seen].filter((each) => !['ECONNREFUSED', 'ECONNRESET', 'HTTP/1.1 200'].includes(each)),
    ).toEqual([]);
    await expectUsable(`http://127.0.0.1:${port}`, program.stdout());
    const [shown] = codeBlocks(sectionOf(textOf('README.md'), 'Start'), 'text');
    expect(lastingOf(program.stdout())).toContain(lastingOf(shown!));
    program.signal('SIGTERM');
    const { code, stderr } = await program.ended();
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
  },
);

const PRELOAD = `--import=${join(ROOT, 'test/process/kill-at-statement.ts')}`;

const ACCOUNT = 'INSERT INTO "public"."accounts"';
const KEY = 'INSERT INTO "public"."api_keys"';

/** The moments of a first start after which the database differs or something is printed, in their order. */
const STEPS: [string, string[], after?: 'true'][] = [
  ['before the records of the demo account are stored', [ACCOUNT, 'COMMIT']],
  ['after its records are stored', [ACCOUNT, 'COMMIT'], 'true'],
  ['after its credentials are printed, before they are stored', [KEY, 'COMMIT']],
];

it('prints working credentials after starts that were killed at each step, and only once', async () => {
  const DATA_DIR = await host.dataDir();
  // Each start reaches its statement only if the ones before it left a state from which it can continue.
  for (const [step, statements, after] of STEPS) {
    const { signal, stdout } = await start(DATA_DIR, statements, after).ended();
    expect({ step, signal }).toEqual({ step, signal: 'SIGKILL' });
    expect(stdout).not.toContain('is ready on');
  }
  const last = await start(DATA_DIR, [KEY, 'COMMIT'], 'true').ended();
  expect(last.signal).toBe('SIGKILL');
  const next = await host.start({ DATA_DIR });
  expect(next.stdout()).not.toMatch(/demo|prv_|password/i);
  await expectUsable(next.url, last.stdout);
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
  // New connections, so that each of several processes serves one.
  for (let turn = 0; turn < 2; turn++) {
    const headers = { Connection: 'close' };
    const { json } = await request(url, 'GET', '/deliveries', { key, headers });
    expect(json.pagination.total).toBeGreaterThan(100);
  }
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
