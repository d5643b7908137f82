import { connect as connectTo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import { READY, useHost } from '../support/process/host.ts';
import { readLive } from '../support/graphql/live.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { complaintsIn } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const WAIT = { timeout: 60_000, interval: 50 };

const database = useDatabase();
const host = useHost();

it('serves while it drains, answers what is in progress after SIGTERM, waits for nothing else, and exits with 0', async () => {
  const service = await host.start({ DATABASE_URL: database.url, SECRETS_KEY, DRAIN_MS: '3000' });
  const account = await createAccount({ url: service.url, database });
  const list = () => account.call('GET', '/deliveries');
  expect((await list()).headers.get('Connection')).not.toBe('close');
  const reader = await readLive(service.url, { key: account.key });
  const { hostname, port } = new URL(service.url);
  const incomplete = connectTo(Number(port), hostname).on('error', () => {});
  await new Promise((connected) => incomplete.once('connect', connected));
  incomplete.write('POST /api/v1/deliveries HTTP/1.1\r\nHost: provender\r\n');

  service.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, WAIT).toBe(503);
  const readiness = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: object };
  expect(readiness.checks).toMatchObject({ process: 'stopping', database: 'ok' });
  const served = await list();
  expect([served.status, served.headers.get('Connection')]).toEqual([200, 'close']);

  const release = await holdUp(database, 'deliveries');
  const answer = list();
  await someoneWaits(database);
  await isGone(service.url);
  await release();
  expect(await answer).toMatchObject({ status: 200, json: { status: 'success' } });
  const { code, stderr } = await service.ended();
  expect(code).toBe(0);
  expect(complaintsIn(stderr)).toEqual([]);
  // Without an error or a completion event, readers of live streams reconnect.
  await expect.poll(reader.hasEnded).toBe(true);
  expect(reader.messages).toEqual([]);
  incomplete.destroy();
});

it('exits at once at the second SIGINT', async () => {
  const service = await host.start({ DATABASE_URL: database.url, SECRETS_KEY });
  const account = await createAccount({ url: service.url, database });
  const release = await holdUp(database, 'deliveries');
  const answer = account.call('GET', '/deliveries').catch(() => 'cut off');
  await someoneWaits(database);
  service.signal('SIGINT');
  await isGone(service.url);
  service.signal('SIGINT');
  expect(await service.ended()).toMatchObject({ code: 1 });
  expect(await answer).toBe('cut off');
  await release();
});

it('leaves no PostgreSQL running when it is stopped during its start', async () => {
  const DATA_DIR = await host.dataDir();
  const service = host.launchService({ DATA_DIR });
  await vi.waitFor(async () => expect(await postgresIn(await clusterFolder(DATA_DIR))).not.toEqual([]), WAIT);
  service.signal('SIGTERM');
  expect(await service.ended()).toMatchObject({ code: 0 });
  expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
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
    ['Ctrl-C in its terminal', 'SIGINT'],
    ['SIGTERM to the whole group, as service managers send it', 'SIGTERM'],
  ] as const)('stops cleanly at %s', async (_what, signal) => {
    const DATA_DIR = await host.dataDir();
    const npm = host.launch(
      'npm',
      { DATA_DIR, DEMO: 'false', PORT: '0' },
      { args: ['start'], ownGroup: true },
    );
    const [, url] = await npm.says(READY);
    npm.signalGroup(signal);
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
