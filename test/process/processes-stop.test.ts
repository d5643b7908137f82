import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { childrenOf } from '../support/process/child-processes.ts';
import { useDatabase } from '../support/database/database.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const SEVERAL = { args: ['--processes', '2'] };
const WAIT = { timeout: 60_000, interval: 50 };
const ALONE = { headers: { Connection: 'close' } };

const database = useDatabase();
const host = useHost();

describe('two processes', () => {
  it.each([
    ['SIGTERM', 'signal', 'SIGTERM'],
    ['Ctrl-C in their terminal', 'signalGroup', 'SIGINT'],
  ] as const)('finish requests in progress at %s, and all exit', async (_what, send, signal) => {
    const service = await host.start(
      { DATABASE_URL: database.url, SECRETS_KEY },
      { ...SEVERAL, ownGroup: true },
    );
    const { key } = await createAccount({ url: service.url, database });
    const release = await holdUp(database, 'products');
    const answers = [1, 2].map(() => request(service.url, 'GET', '/products', { key, ...ALONE }));
    await someoneWaits(database);
    service[send](signal);
    await refuses(service.url);
    await release();
    for (const answer of answers) expect(await answer).toMatchObject({ status: 200 });
    const { code, stderr } = await service.ended();
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
  });

  it('exit at once at the second SIGTERM', async () => {
    const service = await host.start({ DATABASE_URL: database.url }, SEVERAL);
    const account = await createAccount({ url: service.url, database });
    const before = await childrenOf(service.pid);
    const release = await holdUp(database, 'products');
    const answer = account.call('GET', '/products', ALONE).catch(() => 'cut off');
    await someoneWaits(database);
    service.signal('SIGTERM');
    await refuses(service.url);
    service.signal('SIGTERM');
    expect(await service.ended()).toMatchObject({ code: 1 });
    expect(await answer).toBe('cut off');
    await release();
    for (const pid of before) await expect.poll(() => isRunning(pid), WAIT).toBe(false);
  });

  it('share one embedded database, and print one demo account that works in each', async () => {
    const DATA_DIR = await host.dataDir();
    const service = await host.start({ DATA_DIR }, SEVERAL);
    const { key } = demoOf(service.stdout());
    for (let turn = 0; turn < 2; turn++) {
      expect(await request(service.url, 'GET', '/deliveries', { key, ...ALONE })).toMatchObject({
        status: 200,
      });
    }
    const { code, stderr } = await service.stop();
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
  });
});

describe('several processes that cannot be started', () => {
  const taken = createServer();
  beforeAll(() => new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  it('print the reason in one line', async () => {
    const { port } = taken.address() as AddressInfo;
    const env = { DATABASE_URL: database.url, PORT: String(port) };
    const ended = await host.launchService(env, SEVERAL).ended();
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(`PORT: ${port} on 127.0.0.1 is already in use\n`);
  });

  it.each([['0'], ['two'], ['65'], ['2 --worker-only']])('are refused as --processes %s', async (text) => {
    const args = ['--processes', ...text.split(' ')];
    const ended = await host.launchService({ DATABASE_URL: database.url }, { args }).ended();
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--processes');
  });
});

/** Waits until nobody listens at `url`. Connections made at the last moment may get no response. */
async function refuses(url: string): Promise<void> {
  const look = () =>
    fetch(`${url}/healthz`, { ...ALONE, signal: AbortSignal.timeout(500) }).catch(
      ({ cause }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code,
    );
  await expect.poll(look, WAIT).toBe('ECONNREFUSED');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
