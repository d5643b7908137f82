import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import {
  clusterFolder,
  freezePostgres,
  postgresIn,
  signalPostgres,
} from '../support/process/postgres-processes.ts';

const RECOVERY_MS = 60_000;

const host = useHost('file');

// One cluster for the file, with one service after the other: each test takes over what the one before it
// left.
let dataDir: string;
let folder: string;
let service: RunningService;
let key: string;
/** The number of deliveries of the demo account. */
let written: number;

beforeAll(async () => {
  dataDir = await host.dataDir();
  service = await start();
  ({ key } = demoOf(service.stdout()));
  written = (await deliveries()) ?? 0;
  if (written === 0) throw new Error('the demo account has no deliveries to lose');
  folder = await clusterFolder(dataDir);
});

function start(): Promise<RunningService> {
  return host.start({ DATA_DIR: dataDir });
}

/** Returns how many deliveries the service has. */
async function deliveries(): Promise<number | undefined> {
  const { json } = await request(service.url, 'GET', '/deliveries', { key });
  return json?.pagination?.total;
}

it('refuses a second service on its DATA_DIR in one line, and the first continues', async () => {
  const second = await host.launchService({ DATA_DIR: dataDir }).ended();
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(/^another Provender already runs on DATA_DIR .+\n$/);
  expect(second.stderr).toContain(dataDir);
  expect(second.stderr).toContain(String(service.pid));
  expect(await deliveries()).toBe(written);
});

it('takes over the PostgreSQL that a killed service left running', async () => {
  await service.kill();
  expect(await postgresIn(folder)).not.toEqual([]);
  service = await start();
  expect(await deliveries()).toBe(written);
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect(complaintsIn(stderr)).toEqual([]);
  expect(await postgresIn(folder)).toEqual([]);
});

it('does not start while a process of a killed PostgreSQL is running, because that would corrupt the data', async () => {
  service = await start();
  const postmaster = await postmasterOf(folder);
  const child = (await postgresIn(folder)).find((id) => id !== postmaster);
  await service.kill();
  // A process that is killed while it exits can keep a lock, and the child would wait for it forever.
  await freezePostgres(folder);
  await signalPostgres(folder, 'SIGKILL', (id) => id !== child);
  const second = await host.launchService({ DATA_DIR: dataDir }).ended();
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(/^the embedded PostgreSQL does not start: .+\n$/);
  process.kill(child!, 'SIGCONT');
  service = await start();
  expect(await deliveries()).toBe(written);
});

it('starts after its PostgreSQL was killed with it', async () => {
  await service.kill();
  await signalPostgres(folder, 'SIGKILL');
  service = await start();
  expect(await deliveries()).toBe(written);
});

it('restarts PostgreSQL when only that is killed', async () => {
  process.kill(await postmasterOf(folder), 'SIGKILL');
  await vi.waitFor(() => expect(deliveries()).resolves.toBe(written), {
    timeout: RECOVERY_MS,
    interval: 200,
  });
  await vi.waitFor(
    async () => expect((await request(service.url, 'GET', '//readyz')).json.checks.worker).toBe('ok'),
    { timeout: RECOVERY_MS, interval: 200 },
  );
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(await postgresIn(folder)).toEqual([]);
});

async function postmasterOf(cluster: string): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, 'data/postmaster.pid'), 'utf8'), 10);
}
