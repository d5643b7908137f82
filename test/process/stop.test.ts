import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import { READY, type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { readLive } from '../support/graphql/live.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { complaintsIn } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const WAIT = { timeout: 60_000, interval: 50 };

const database = useDatabase();
const host = useHost();

describe('a service with a request in progress', () => {
  let service: RunningService;
  let account: TestAccount;
  beforeEach(async () => {
    service = await host.start({ DATABASE_URL: database.url, SECRETS_KEY });
    account = await createAccount({ url: service.url, database });
  });

  it('accepts no new ones after SIGTERM, responds to this one, and exits with 0', async () => {
    const release = await holdUp(database, 'deliveries');
    const answer = account.call('GET', '/deliveries');
    await someoneWaits(database);
    service.signal('SIGTERM');
    await isGone(service.url);
    await release();
    expect(await answer).toMatchObject({ status: 200, json: { status: 'success' } });
    const { code, stderr } = await service.ended();
    expect(code).toBe(0);
    expect(complaintsIn(stderr)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits at once at the second %s', async (signal) => {
    const release = await holdUp(database, 'deliveries');
    const answer = account.call('GET', '/deliveries').catch(() => 'cut off');
    await someoneWaits(database);
    service.signal(signal);
    await isGone(service.url);
    service.signal(signal);
    expect(await service.ended()).toMatchObject({ code: 1 });
    expect(await answer).toBe('cut off');
    await release();
  });

  it('ends live streams without an error or a completion event, so that their readers reconnect', async () => {
    const reader = await readLive(service.url, { key: account.key });
    service.signal('SIGTERM');
    expect(await service.ended()).toMatchObject({ code: 0 });
    await expect.poll(reader.hasEnded).toBe(true);
    expect(reader.messages).toEqual([]);
  });

  it('does not wait for a request that is never completed', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connectTo(Number(port), hostname).on('error', () => {});
    await new Promise((connected) => socket.once('connect', connected));
    socket.write('POST /api/v1/deliveries HTTP/1.1\r\nHost: provender\r\n');
    expect(await service.stop()).toMatchObject({ code: 0 });
    socket.destroy();
  });
});

it('serves requests while it drains, with Connection: close, and reports that it is not ready', async () => {
  const service = await host.start({ DATABASE_URL: database.url, DRAIN_MS: '3000' });
  const { key } = await createAccount({ url: service.url, database });
  const call = () => request(service.url, 'GET', '/deliveries', { key });
  expect((await call()).headers.get('Connection')).not.toBe('close');
  service.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, WAIT).toBe(503);
  const readiness = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: object };
  expect(readiness.checks).toMatchObject({ process: 'stopping', database: 'ok' });
  const served = await call();
  expect([served.status, served.headers.get('Connection')]).toEqual([200, 'close']);
  expect(await service.ended()).toMatchObject({ code: 0 });
});

describe('a service with its own PostgreSQL', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing running after %s', async (signal) => {
    const DATA_DIR = await host.dataDir();
    const service = await host.start({ DATA_DIR });
    const folder = await clusterFolder(DATA_DIR);
    expect(await postgresIn(folder)).not.toEqual([]);
    service.signal(signal);
    const { code, stderr } = await service.ended();
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
    expect(await postgresIn(folder)).toEqual([]);
  });

  it('leaves nothing running when it is stopped during its start', async () => {
    const DATA_DIR = join(await host.folder(), 'data');
    const service = host.launchService({ DATA_DIR });
    await vi.waitFor(
      async () => expect(await postgresIn(await clusterFolder(DATA_DIR))).not.toEqual([]),
      WAIT,
    );
    service.signal('SIGTERM');
    expect(await service.ended()).toMatchObject({ code: 0 });
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
  });
});

describe('npm start', () => {
  it('exits at once at the second SIGTERM', async () => {
    const npm = host.launch(
      'npm',
      { DATABASE_URL: database.url, PORT: '0', DRAIN_MS: '0' },
      { args: ['start'], ownGroup: true },
    );
    const [, url] = await npm.says(READY);
    const account = await createAccount({ url: url!, database });
    const release = await holdUp(database, 'deliveries');
    const answer = account.call('GET', '/deliveries').catch(() => 'cut off');
    await someoneWaits(database);
    npm.signal('SIGTERM');
    await isGone(url!);
    // A signal that follows at once may be npm's repetition of the first, which is ignored once.
    npm.signal('SIGTERM');
    npm.signal('SIGINT');
    expect((await npm.ended()).code).not.toBe(0);
    expect(await answer).toBe('cut off');
    await release();
  });

  it.each([
    ['SIGTERM to npm', 'signal', 'SIGTERM'],
    ['Ctrl-C in its terminal', 'signalGroup', 'SIGINT'],
    ['SIGTERM to the whole group, as service managers send it', 'signalGroup', 'SIGTERM'],
  ] as const)('stops cleanly at %s', async (_what, send, signal) => {
    const DATA_DIR = await host.dataDir();
    const npm = host.launch('npm', { DATA_DIR, PORT: '0' }, { args: ['start'], ownGroup: true });
    const [, url] = await npm.says(READY);
    npm[send](signal);
    const { code, stderr } = await npm.ended();
    await isGone(url!);
    const folder = await clusterFolder(DATA_DIR);
    await vi.waitFor(async () => expect(await postgresIn(folder)).toEqual([]), WAIT);
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
  });
});

async function isGone(url: string): Promise<void> {
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed'), WAIT);
}
