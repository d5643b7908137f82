import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { request } from '../support/http.ts';
import { createFolder, demoKeyOf, ready, start, startService } from '../support/process.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

describe('the first start on an empty DATA_DIR', () => {
  it('tells where everything is, and a curl line that works when pasted', async () => {
    const DATA_DIR = join(await createFolder(), 'data');
    const service = await startService({ DATA_DIR });
    const lines = service.stdout().trimEnd().split('\n');
    expect(lines).toContain(`REST      ${service.url}/api/v1`);
    expect(lines).toContain(`GraphiQL  ${service.url}/graphql`);
    expect(service.stdout()).toMatch(/e-mail {4}demo@provender\.example\n {2}password {2}\S{12,}\n/);
    expect(lines.at(-1)).toBe(`Provender is ready on ${service.url}`);
    const curl = lines.find((line) => line.startsWith('curl '))!;
    const { stdout } = await run('sh', ['-c', `${curl} --silent`]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: [{ id: 3 }, { id: 2 }, { id: 1 }] });
  });

  it('is the only one that makes a demo account; later ones find the data', async () => {
    const DATA_DIR = join(await createFolder('provender process '), 'data');
    const first = await startService({ DATA_DIR });
    const key = demoKeyOf(first);
    await request(first.url, 'POST', '/products', {
      key,
      body: { name: 'Rye', weight: 1, price: 2, category: 'bakery' },
    });
    expect(await first.stop()).toBe(0);
    const second = await startService({ DATA_DIR });
    expect(second.stdout()).not.toContain('demo');
    const { json } = await request(second.url, 'GET', '/products?search=Rye', { key });
    expect(json.data).toHaveLength(1);
  });
});

describe('a DATA_DIR', () => {
  it('may lie where other users cannot enter', async () => {
    const closed = await createFolder();
    await chmod(closed, 0o700);
    const DATA_DIR = join(closed, 'data');
    const first = await startService({ DATA_DIR });
    const key = demoKeyOf(first);
    expect(await first.stop()).toBe(0);
    const second = await startService({ DATA_DIR });
    expect((await request(second.url, 'GET', '/deliveries', { key })).status).toBe(200);
  });

  it.each([
    ['a process that is gone', 4_194_000],
    ['a process that is something else', process.pid],
  ])('may hold a postmaster.pid of %s', async (_what, pid) => {
    const DATA_DIR = await createFolder();
    const first = await startService({ DATA_DIR });
    expect(await first.stop()).toBe(0);
    const data = join(DATA_DIR, 'postgres/data');
    await writeFile(
      join(data, 'postmaster.pid'),
      `${pid}\n${data}\n1700000000\n1\n\n127.0.0.1\n1 1\nready\n`,
    );
    const second = await startService({ DATA_DIR });
    expect(second.stdout()).not.toContain('demo');
  });

  it('is taken over when its service was killed, its PostgreSQL still running', async () => {
    const DATA_DIR = await createFolder();
    const first = await startService({ DATA_DIR });
    const key = demoKeyOf(first);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR });
    expect((await request(second.url, 'GET', '/deliveries', { key })).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(await postgresOf(DATA_DIR)).toBeUndefined();
  });

  it('survives that its service and its PostgreSQL are killed', async () => {
    const DATA_DIR = await createFolder();
    const first = await startService({ DATA_DIR });
    const key = demoKeyOf(first);
    first.child.kill('SIGKILL');
    process.kill((await postgresOf(DATA_DIR))!, 'SIGKILL');
    await first.ended;
    const second = await startService({ DATA_DIR });
    expect((await request(second.url, 'GET', '/deliveries', { key })).status).toBe(200);
  });

  it('serves one service at a time, which a second one is told', async () => {
    const DATA_DIR = await createFolder();
    const first = await startService({ DATA_DIR });
    const second = start('node', ['src/main.ts'], { env: { DATA_DIR, PORT: '0' } });
    expect((await second.ended).code).toBe(1);
    expect(second.stderr().trim().split('\n')).toEqual([
      expect.stringContaining('another Provender already runs on DATA_DIR'),
    ]);
    expect((await request(first.url, 'GET', '/deliveries', { key: demoKeyOf(first) })).status).toBe(200);
  });

  it('has its PostgreSQL started again when that dies', async () => {
    const DATA_DIR = await createFolder();
    const service = await startService({ DATA_DIR });
    const key = demoKeyOf(service);
    process.kill((await postgresOf(DATA_DIR))!, 'SIGKILL');
    const ask = () => request(service.url, 'GET', '/deliveries', { key });
    await until(async () => (await ask()).status === 200, 'the service to recover', 30_000);
    expect((await ask()).json.data).toHaveLength(3);
  });
});

describe('a start that cannot succeed', () => {
  it('names a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => taken.once('listening', listening));
    const { port } = taken.address() as AddressInfo;
    const service = start('node', ['src/main.ts'], {
      env: { DATA_DIR: await createFolder(), PORT: String(port) },
    });
    expect((await service.ended).code).toBe(1);
    expect(service.stderr().trim()).toBe(`PORT: ${port} on 127.0.0.1 is already in use`);
    taken.close();
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'provender'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DEMO', 'yes'],
    ['REDIS_URL', 'localhost'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_RETRY_DELAYS', '60;300'],
    ['WEBHOOK_TIMEOUT_MS', '-1'],
    ['WEBHOOK_DISABLE_AFTER', '0'],
    ['WEBHOOK_ALLOW_PRIVATE_NETWORKS', '1'],
    ['SIGNUP', 'maybe'],
    ['CORS_ORIGINS', 'example.com'],
  ])('names %s when it is %s', async (name, value) => {
    const service = start('node', ['src/main.ts'], { env: { [name]: value } });
    expect((await service.ended).code).toBe(1);
    expect(service.stderr().trim().split('\n')).toEqual([
      expect.stringMatching(`^${name}: must|^${name}: Invalid`),
    ]);
  });
});

describe('an ordinary user', () => {
  it.runIf(process.getuid?.() === 0)('can run it as well as root', async () => {
    const home = await createFolder();
    const data = join(home, 'data');
    await chmod(home, 0o755);
    await mkdir(data);
    const uid = 65_534;
    await run('chown', ['-R', String(uid), data]);
    const service = await ready(
      start('node', ['src/main.ts'], { uid, gid: uid, env: { HOME: data, PORT: '0', DATA_DIR: data } }),
    );
    expect(await readdir(join(data, 'postgres'))).toContain('data');
    expect(await service.stop()).toBe(0);
  });
});

/** The process id of the PostgreSQL server of a DATA_DIR; undefined when none runs. */
async function postgresOf(dataDir: string): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => undefined);
  return file === undefined ? undefined : Number(file.split('\n')[0]);
}
