import { afterEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});
// Hooks run in reverse order, so the processes end before the database is dropped.
const host = useHost();

async function emptyDatabase(): Promise<string> {
  const database = await createDatabase('template0');
  databases.push(database);
  return database.url;
}

it('lets any number of processes start at once on an empty database, each in its role', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), DEMO: 'true', SECRETS_KEY };
  const roles = ['--api-only', '--worker-only', '--api-only', '--worker-only'];
  const services = await Promise.all(roles.map((role) => host.start(env, { args: [role] })));
  const demos = services.filter((service) => service.stdout().includes('API key'));
  expect(demos).toHaveLength(1);
  const { key } = demoOf(demos[0]!.stdout());

  for (const [i, { url, stdout }] of services.entries()) {
    const isApi = roles[i] === '--api-only';
    const ready = await request(url, 'GET', '//readyz');
    expect(ready.status).toBe(200);
    expect(ready.json).toEqual({
      status: 'ready',
      checks: { process: 'ok', database: 'ok', migrations: 'ok', ...(!isApi && { worker: 'ok' }) },
    });
    expect((await request(url, 'GET', '//healthz')).json).toEqual({ status: 'ok' });
    expect((await request(url, 'GET', '//metrics')).text).toContain(
      'provender_http_request_duration_seconds',
    );
    expect((await request(url, 'GET', '//api/v1/deliveries', { key })).status).toBe(isApi ? 200 : 404);
    expect((await request(url, 'POST', '//graphql', { key, body: { query: '{ __typename }' } })).status).toBe(
      isApi ? 200 : 404,
    );
    expect(/^(REST|GraphiQL) /m.test(stdout())).toBe(isApi);
  }
  for (const service of services) {
    const { code, stderr } = await service.stop();
    expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
  }
});

it('sends events written by an API process from a worker process', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
  const [api] = await Promise.all([
    host.start({ ...env, DEMO: 'true' }, { args: ['--api-only'] }),
    host.start(env, { args: ['--worker-only'] }),
  ]);
  const { key } = demoOf(api.stdout());
  const webhook = { url: 'http://127.0.0.1:1/nobody', events: ['product.created'] };
  const { json } = await request(api.url, 'POST', '/webhooks', { key, body: webhook });
  const product = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
  await request(api.url, 'POST', '/products', { key, body: product });
  await expect
    .poll(
      async () => (await request(api.url, 'GET', `/webhooks/${json.data.id}/deliveries`, { key })).json.data,
      { timeout: 60_000 },
    )
    .toMatchObject([{ event: 'product.created', attempts: [{ status_code: null }] }]);
});

it.each(['--api-only --worker-only', '--no-such-flag', '--api-only=yes', 'serve'])(
  'refuses %s as wrong usage',
  async (usage) => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const ended = await host.launchService(env, { args: usage.split(' ') }).ended();
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^error: .+\n$/);
  },
);

it('prints its options with --help', async () => {
  const ended = await host.launchService({}, { args: ['--help'] }).ended();
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/--api-only[^]+--worker-only/);
});
