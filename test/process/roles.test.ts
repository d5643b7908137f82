import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const host = useHost('file');

describe('processes in their roles', () => {
  const roles = ['--api-only', '--worker-only', '--api-only', '--worker-only'];
  let database: TestDatabase;
  let services: RunningService[];
  let key: string;
  beforeAll(async () => {
    database = await createDatabase('template0');
    const env = {
      DATABASE_URL: database.url,
      DEMO: 'true',
      SECRETS_KEY,
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    };
    services = await Promise.all(roles.map((role) => host.start(env, { args: [role] })));
    ({ key } = demoOf(services.map(({ stdout }) => stdout()).join('')));
  });
  afterAll(() => database.drop());

  it('start at once on an empty database, in any number', async () => {
    const demos = services.filter((service) => service.stdout().includes('API key'));
    expect(demos).toHaveLength(1);
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
      const query = { key, body: { query: '{ __typename }' } };
      expect((await request(url, 'POST', '//graphql', query)).status).toBe(isApi ? 200 : 404);
      expect(/^(REST|GraphiQL) /m.test(stdout())).toBe(isApi);
    }
  });

  it('let the command line use private addresses as they do', async () => {
    const { email } = demoOf(services.map(({ stdout }) => stdout()).join(''));
    const create = ['webhook', 'create', '--account', email, '--events', 'all', '--url'];
    const env = { DATABASE_URL: database.url, SECRETS_KEY };
    const created = await host.provender(env, '--json', ...create, 'http://127.0.0.1:9/');
    expect(created.stderr).toBe('');
    expect(JSON.parse(created.stdout)).toMatchObject({ url: 'http://127.0.0.1:9/', status: 'active' });
    const { id } = JSON.parse(created.stdout);
    expect((await host.provender(env, 'webhook', 'delete', '--id', String(id))).code).toBe(0);
  });

  it('have the events that an API process writes sent by a worker process', async () => {
    const { url } = services[0]!;
    const webhook = { url: 'http://127.0.0.1:1/nobody', events: ['product.created'] };
    const { json } = await request(url, 'POST', '/webhooks', { key, body: webhook });
    const product = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
    await request(url, 'POST', '/products', { key, body: product });
    await expect
      .poll(
        async () => (await request(url, 'GET', `/webhooks/${json.data.id}/deliveries`, { key })).json.data,
        { timeout: 60_000 },
      )
      .toMatchObject([{ event: 'product.created', attempts: [{ status_code: null }] }]);
  });

  // The last one, because it stops them.
  it('stop without a complaint', async () => {
    for (const service of services) {
      const { code, stderr } = await service.stop();
      expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
    }
  });
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
