import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { request } from '../support/http/http.ts';
import { useHost } from '../support/process/host.ts';
import { copyCluster } from '../support/process/prepared-cluster.ts';
import { demoOf } from '../support/process/said.ts';

const WAIT = { timeout: 60_000, interval: 200 };

const host = useHost();

/** Mounts a small file system, and returns its folder; undefined where that is not allowed. */
async function mountSmall(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'provender-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true });
  });
  await chmod(folder, 0o755);
  return folder;
}

it('returns 503 with the cause in the log while the disk is full, and recovers by itself', async ({
  skip,
}) => {
  const folder = await mountSmall();
  if (!folder) return skip('only root can mount a small file system');
  const DATA_DIR = join(folder, 'data');
  await copyCluster(DATA_DIR);
  const service = await host.start({ DATA_DIR });
  const { key } = demoOf(service.stdout());
  const write = () => {
    const body = { name: 'Rye '.repeat(40), weight: 1, price: 2, category: 'x'.repeat(150) };
    return request(service.url, 'POST', '/products', { key, body });
  };
  const readiness = () => request(service.url, 'GET', '//readyz');
  expect((await write()).status).toBe(201);

  const filler = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
  let refused = await write();
  for (let tries = 0; refused.status === 201 && tries < 200; tries++) refused = await write();
  expect(refused.status).toBe(503);
  expect(refused.json.error.code).toBe('service_unavailable');
  expect(refused.headers.get('Retry-After')).toBe('1');
  await expect
    .poll(() => service.stderr(), WAIT)
    .toMatch(/lacks disk space.*No space left on device|No space left on device.*lacks disk space/);
  await expect.poll(async () => (await readiness()).json.checks.database, WAIT).toBe('cannot write');
  expect((await readiness()).status).toBe(503);
  expect((await request(service.url, 'GET', '/products', { key })).status).toBe(200);

  await rm(filler);
  await expect.poll(async () => (await readiness()).status, WAIT).toBe(200);
  expect((await write()).status).toBe(201);
  expect(await service.stop()).toMatchObject({ code: 0 });
}, 400_000);
