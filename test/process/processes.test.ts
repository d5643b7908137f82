import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { expectEvents, readLive } from '../support/graphql/live.ts';
import { sendSignal } from '../support/process/postgres-processes.ts';
import { complaintsIn } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const SEVERAL = { args: ['--processes', '2'] };
const WAIT = { timeout: 60_000, interval: 50 };
/** Opens a new connection for this request. */
const ALONE = { headers: { Connection: 'close' } };

const database = useDatabase();
const host = useHost('file');

describe('two processes', () => {
  let service: RunningService;
  let account: TestAccount;
  let before: number[];
  beforeAll(async () => {
    service = await host.start({ DATABASE_URL: database.url, SECRETS_KEY }, { ...SEVERAL, ownGroup: true });
  });
  beforeEach(async () => {
    account = await createAccount({ url: service.url, database });
    before = await childrenOf(service.pid);
  });

  it('are ready together, share a port and run one worker', async () => {
    expect(before).toHaveLength(2);
    expect(service.stdout().match(/ is ready on /g)).toHaveLength(1);
    await expect.poll(countWorkers, WAIT).toBe(1);
    const hasWorker: boolean[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const { status, json } = await request(service.url, 'GET', '//readyz', ALONE);
      expect(status).toBe(200);
      hasWorker.push('worker' in json.checks);
    }
    // Connections are assigned round-robin.
    expect(hasWorker.filter(Boolean)).toHaveLength(2);
  });

  it('share one limit', async () => {
    const small = await createAccount({ url: service.url, database }, 'free');
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => small.call('GET', '/products', ALONE)),
    );
    const counts = [200, 429].map((status) => answers.filter((each) => each.status === status).length);
    expect(counts).toEqual([10, 6]);
  });

  it('send live streams of either process what was written in either', async () => {
    const readers = [
      await readLive(service.url, { key: account.key }),
      await readLive(service.url, { key: account.key }),
    ];
    for (let turn = 0; turn < 2; turn++) {
      await account.call('POST', '/products', {
        ...ALONE,
        body: { name: 'Rye', weight: 1, price: 2, category: 'bakery' },
      });
    }
    for (const reader of readers) await expectEvents(reader, 2);
  });

  it('are counted together by /metrics', async () => {
    const earlier = await countRequests();
    for (let turn = 0; turn < 6; turn++) await account.call('GET', '/products', ALONE);
    // Each process returns the same metrics for a second.
    const inTurn = async () => [await countRequests(), await countRequests()];
    await expect.poll(inTurn, WAIT).toEqual([earlier + 6, earlier + 6]);
  });

  it('continue when one dies, which is restarted', async () => {
    const started = logged('a process was started');
    sendSignal(before[0]!, 'SIGKILL');
    const survivors = async () => (await childrenOf(service.pid)).filter((pid) => pid !== before[0]);
    await expect.poll(survivors, WAIT).toHaveLength(2);
    expect(await survivors()).toContain(before[1]);
    for (let turn = 0; turn < 4; turn++) {
      expect(await account.call('GET', '/products', ALONE)).toMatchObject({ status: 200 });
    }
    await expect.poll(() => logged('a process was started'), WAIT).toBe(started + 1);
  });

  // The last one, because it stops them.
  it('finish requests in progress at Ctrl-C in their terminal, and all exit', async () => {
    const release = await holdUp(database, 'products');
    const answers = [1, 2].map(() => account.call('GET', '/products', ALONE));
    await someoneWaits(database, 2);
    service.signalGroup('SIGINT');
    await refuses(service.url);
    await release();
    for (const answer of answers) expect(await answer).toMatchObject({ status: 200 });
    const { code, stderr } = await service.ended();
    expect(code).toBe(0);
    expect(complaintsIn(stderr).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ pid: expect.any(Number), how: 'SIGKILL' }),
    ]);
  });

  /** Counts the lines of the log with this message. */
  function logged(text: string): number {
    return service.stderr().split(text).length - 1;
  }

  /** Returns how many requests for products `/metrics` has counted. */
  async function countRequests(): Promise<number> {
    const { text } = await request(service.url, 'GET', '//metrics', ALONE);
    const count =
      /^provender_http_request_duration_seconds_count\{method="GET",route="\/products",status="200"\} (\d+)$/m;
    return Number(count.exec(text)?.[1]);
  }
});

it('several processes exit at once at the second SIGTERM', async () => {
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

it.each([['0'], ['two'], ['65'], ['2 --worker-only']])('refuses --processes %s', async (text) => {
  const args = ['--processes', ...text.split(' ')];
  const ended = await host.launchService({ DATABASE_URL: database.url }, { args }).ended();
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('--processes');
});

/** Counts the processes that wait for jobs. */
async function countWorkers(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'provender worker'
       AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`,
  );
  return Number(rows[0]!.count);
}

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

/** Returns the ids of the running children of process `pid`. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,stat='], { timeout: 30_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter(([, parent, state]) => Number(parent) === pid && !state!.startsWith('Z'))
    .map(([id]) => Number(id));
}
