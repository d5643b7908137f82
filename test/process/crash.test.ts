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

const host = useHost();
const shared = useHost('file');

// One cluster for the file, which is stopped after every test, whether it is running or not.
let dataDir: string;
let folder: string;
let key: string;
/** The number of deliveries of the demo account. */
let written: number;

beforeAll(async () => {
  dataDir = await shared.dataDir();
  const service = await shared.start({ DATA_DIR: dataDir });
  ({ key } = demoOf(service.stdout()));
  written = (await deliveriesOf(service)) ?? 0;
  if (written === 0) throw new Error('the demo account has no deliveries to lose');
  await service.stop();
  folder = await clusterFolder(dataDir);
});

function start(): Promise<RunningService> {
  return host.start({ DATA_DIR: dataDir });
}

/** Returns whether the data is there. */
async function deliveriesOf({ url }: RunningService): Promise<number | undefined> {
  const { json } = await request(url, 'GET', '/deliveries', { key });
  return json?.pagination?.total;
}

it('takes over the PostgreSQL that a killed service left running', async () => {
  const first = await start();
  await first.kill();
  expect(await postgresIn(folder)).not.toEqual([]);
  const second = await start();
  expect(await deliveriesOf(second)).toBe(written);
  const { code, stderr } = await second.stop();
  expect(code).toBe(0);
  expect(complaintsIn(stderr)).toEqual([]);
  expect(await postgresIn(folder)).toEqual([]);
});

it('starts after its PostgreSQL was killed with it', async () => {
  const first = await start();
  await first.kill();
  await signalPostgres(folder, 'SIGKILL');
  const second = await start();
  expect(await deliveriesOf(second)).toBe(written);
});

it('does not start while a process of a killed PostgreSQL is running, because that would corrupt the data', async () => {
  const first = await start();
  const postmaster = await postmasterOf(folder);
  const child = (await postgresIn(folder)).find((id) => id !== postmaster);
  await first.kill();
  // A process that is killed while it exits can keep a lock, and the child would wait for it forever.
  await freezePostgres(folder);
  await signalPostgres(folder, 'SIGKILL', (id) => id !== child);
  const second = await host.launchService({ DATA_DIR: dataDir }).ended();
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(/^the embedded PostgreSQL does not start: .+\n$/);
  process.kill(child!, 'SIGCONT');
  expect(await deliveriesOf(await start())).toBe(written);
});

it('restarts PostgreSQL when only that is killed', async () => {
  const service = await start();
  expect(await deliveriesOf(service)).toBe(written);
  process.kill(await postmasterOf(folder), 'SIGKILL');
  await vi.waitFor(() => expect(deliveriesOf(service)).resolves.toBe(written), {
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

it('refuses a second service on its DATA_DIR in one line, and the first continues', async () => {
  const first = await start();
  const second = await host.launchService({ DATA_DIR: dataDir }).ended();
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(/^another Provender already runs on DATA_DIR .+\n$/);
  expect(second.stderr).toContain(dataDir);
  expect(second.stderr).toContain(String(first.pid));
  expect(await deliveriesOf(first)).toBe(written);
});

async function postmasterOf(cluster: string): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, 'data/postmaster.pid'), 'utf8'), 10);
}
