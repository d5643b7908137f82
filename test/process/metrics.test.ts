import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { createDelivery } from '../support/records/records.ts';

const COUNT = 'provender_http_request_duration_seconds_count';

const service = useService({ worker: {} });
let account: TestAccount;

beforeAll(async () => void (account = await createAccount(service)));

describe('/metrics', () => {
  it('has the format that Prometheus reads', async () => {
    const { status, headers, text } = await request(service.url, 'GET', '//metrics');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/plain; version=(0\.0\.4|1\.0\.0)/);
    expect(text.endsWith('\n')).toBe(true);
    const samples = samplesOf(text);
    expect(samples.size).toBeGreaterThan(50);
    for (const name of ['process_resident_memory_bytes', 'process_start_time_seconds']) {
      expect(samples.get(name)).toBeGreaterThan(0);
    }
  });

  it("counts requests by method, status and the route's template, never by values in the path", async () => {
    const delivery = await createDelivery(account);
    const before = await metrics();
    await account.call('GET', `/deliveries/${delivery.id}`);
    await account.call('GET', `/deliveries/${delivery.id}?`);
    await account.call('GET', '/deliveries/999999999');
    await account.call('GET', '/deliveries?status=gone');
    await account.call('GET', '/no-such-place');
    await account.call('POST', '//graphql', { body: { query: '{ __typename }' } });
    const after = await metrics();
    const counted = (labels: string) =>
      (after.get(`${COUNT}{${labels}}`) ?? 0) - (before.get(`${COUNT}{${labels}}`) ?? 0);
    expect(counted('method="GET",route="/deliveries/:delivery_id",status="200"')).toBe(2);
    expect(counted('method="GET",route="/deliveries/:delivery_id",status="404"')).toBe(1);
    expect(counted('method="GET",route="/deliveries",status="400"')).toBe(1);
    expect(counted('method="GET",route="other",status="404"')).toBe(1);
    expect(counted('method="POST",route="/graphql",status="200"')).toBe(1);
    const routes = new Set([...after.keys()].map((name) => /route="([^"]*)"/.exec(name)?.[1] ?? 'other'));
    expect([...routes].filter((route) => !/^(other|\/graphql|(\/:?[a-z_]+)+)$/.test(route))).toEqual([]);
    expect(routes).not.toContain('/no-such-place');
  });

  it('counts requests over the rate limit', async () => {
    const small = await createAccount(service, 'free');
    const before = await metrics();
    for (let i = 0; i < 12; i++) await small.call('GET', '/products');
    const refused = 'provender_rate_limited_requests_total';
    expect((await metrics()).get(refused)! - before.get(refused)!).toBe(2);
  });

  it('shows the state of the connections to the database', async () => {
    const samples = await metrics();
    for (const state of ['idle', 'busy', 'waiting']) {
      expect(samples.get(`provender_database_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
    }
  });
});

it('/healthz and /readyz need no key and show the state of each part', async () => {
  expect(await request(service.url, 'GET', '//healthz')).toMatchObject({
    status: 200,
    json: { status: 'ok' },
  });
  const ready = await request(service.url, 'GET', '//readyz');
  expect(ready.status).toBe(200);
  expect(ready.json).toEqual({
    status: 'ready',
    checks: { process: 'ok', database: 'ok', migrations: 'ok', worker: 'ok' },
  });
});

it('/metrics is updated at most once a second, however often it is requested', async () => {
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await request(service.url, 'GET', '//metrics')).text),
  );
  // The second may end in between.
  expect(new Set(texts).size).toBeLessThanOrEqual(2);
});

it('/readyz shows a missing migration', async () => {
  const { pool } = service.database;
  const newest = '(SELECT max(migration_name) FROM _prisma_migrations)';
  await pool.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${newest}`);
  // A check holds for a tenth of a second.
  let ready = await request(service.url, 'GET', '//readyz');
  await expect
    .poll(async () => (ready = await request(service.url, 'GET', '//readyz')).status, { timeout: 5_000 })
    .toBe(503);
  await pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  expect(ready.json).toEqual({
    status: 'unavailable',
    checks: { process: 'ok', database: 'ok', migrations: 'pending', worker: 'ok' },
  });
});

/** Returns metrics that include everything before this call: the response is cached for a second. */
async function metrics(): Promise<Map<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  return samplesOf((await request(service.url, 'GET', '//metrics')).text);
}

/** The samples of an exposition, by name and labels. @throws when a line is none */
function samplesOf(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, name, type] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (name !== undefined) types.set(name, type!);
    if (line === '' || line.startsWith('#')) continue;
    const sample =
      /^(([a-zA-Z_:][\w:]*)(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})?) (-?[\d.e+-]+|[+-]Inf|Nan)$/.exec(line);
    if (!sample) throw new Error(`this is no sample: ${line}`);
    const family = sample[2]!.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(sample[2]!) && !types.has(family)) throw new Error(`${line} has no type`);
    samples.set(sample[1]!, Number(sample[3]!.replace('Inf', 'Infinity')));
  }
  return samples;
}
