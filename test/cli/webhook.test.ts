import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EVENT_TYPES } from '../../src/schema/core/event/events.ts';
import { DISPATCH_BATCH } from '../../src/schema/exchange/webhook/sending-limits.ts';
import { someoneWaits } from '../support/database/hold-up.ts';
import { createAccount } from '../support/service/account.ts';
import { useCommands } from '../support/process/commands.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { storeRequest } from '../support/records/logged-request.ts';
import { createProduct } from '../support/records/records.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, PATIENCE, stored, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: { retryDelays: [], disableAfter: 1 } });
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url, SECRETS_KEY }));
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
const URL = 'https://hooks.example.com/';

describe('webhook', () => {
  it('create, update, rotate-secret, list and delete manage the webhooks of an account', async () => {
    const { email } = await createAccount(service);
    const created = await run(
      'create',
      '--account',
      email,
      '--url',
      URL,
      '--events',
      'all',
      '--description',
      'ERP',
    );
    const { id, secret } = created.json;
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.json).toEqual({
      id: expect.any(Number),
      url: URL,
      events: EVENT_TYPES,
      status: 'active',
      secret: SECRET,
    });

    const one = ['--id', String(id)];
    const updated = await run('update', ...one, '--events', 'return.created, product.created');
    const webhook = { id, url: URL, events: ['return.created', 'product.created'], status: 'active' };
    expect(updated.json).toEqual(webhook);
    const [rotated, listed] = await Promise.all([
      run('rotate-secret', ...one),
      run('list', '--account', email),
    ]);
    expect(rotated.json).toEqual({ ...webhook, secret: SECRET });
    expect(rotated.json.secret).not.toBe(secret);
    expect(listed.json).toEqual([webhook]);
    expect((await run('delete', ...one)).json).toEqual({ id, deleted: true });
  });

  it('enable, recover, messages, resend and test bring a webhook back', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 200);
    const webhook = await subscribe(account, receiver.url);
    const one = ['--id', String(webhook.id)];
    await createProduct(account);
    await expect.poll(async () => (await stored(service, webhook)).status, PATIENCE).toBe('deactivated');
    await createProduct(account);

    const refused = await run('test', ...one);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'This webhook is deactivated. Enable it first\n',
    });
    expect((await run('enable', ...one)).json).toEqual({ id: webhook.id, status: 'active' });
    expect((await run('enable', ...one, '--recover')).json).toEqual({
      id: webhook.id,
      status: 'active',
      recovered: 0,
    });
    expect((await run('recover', ...one, '--since', '2026-01-01T00:00:00Z')).json).toEqual({ count: 2 });
    const [first] = await expectStatuses(service, webhook, ['succeeded', 'succeeded']);
    const resent = await run('resend', ...one, '--message', first!.webhookId);
    const tested = await run('test', ...one);

    await expectStatuses(service, webhook, ['succeeded', 'succeeded', 'succeeded']);
    const path = `/webhooks/${webhook.id}`;
    const { json: listed } = await account.call('GET', `${path}/deliveries`);
    const [test, , sent] = listed.data;
    expect({ ...resent.json, next_attempt_at: null, status: 'succeeded' }).toEqual({
      ...sent,
      attempts: sent.attempts.slice(0, 2),
    });
    expect(resent.json).toMatchObject({ status: 'pending', next_attempt_at: expect.any(String) });
    const { json: shown } = await account.call('GET', path);
    expect(tested.json).toEqual({ ...shown.data, message_id: test.id });
    const { json: messages } = await run('messages', ...one);
    expect(messages).toEqual(listed.data);
  });

  it('recover says that more follow than it counts', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    const { pool } = service.database;
    const { rows } = await pool.query(
      `WITH event AS (
         INSERT INTO events (account_id, type, body)
         SELECT $1, 'product.created', '{}' FROM generate_series(0, $3::int) RETURNING id
       )
       INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
       SELECT $1, $2, id, 'failed', NULL FROM event RETURNING id`,
      [account.id, id, DISPATCH_BATCH],
    );
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('BEGIN');
    await client.query('SELECT FROM webhook_messages WHERE id = $1 FOR UPDATE', [rows.at(-1).id]);
    const recovering = run('recover', '--id', String(id));
    // Longer than a recovery counts.
    await someoneWaits(service.database);
    await setTimeout(600);
    await client.query('ROLLBACK');
    const { json, stderr } = await recovering;
    expect(json).toEqual({ count: DISPATCH_BATCH });
    expect(stderr).toMatch(/^There are more, .* webhook messages --id \d+\n$/);
  });

  it('reports errors with one line on stderr and code 1, wrong usage with code 2', async () => {
    const { email } = await createAccount(service);
    const create = ['create', '--account', email, '--url', URL];
    const [nobody, local, nothing, event, id, missing] = await Promise.all([
      run('list', '--account', 'nobody@supplier.example'),
      run('create', '--account', email, '--url', 'https://localhost/', '--events', 'all'),
      run('enable', '--id', '9007199254740991'),
      run(...create, '--events', 'product.gone'),
      run('enable', '--id', 'abc'),
      run(...create),
    ]);
    for (const { code, stdout, stderr } of [nobody, local, nothing]) {
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^[^\n]+\n$/)]);
    }
    expect(local.stderr).toMatch(
      /^url must be reachable from the public internet\. To try a local receiver, start the service with WEBHOOK_ALLOW_PRIVATE_NETWORKS=true$/m,
    );
    for (const { code, stdout } of [event, id, missing]) expect([code, stdout]).toEqual([2, '']);
  });
});

it(
  'requests tail prints the failed requests of a key, or all of an account',
  { timeout: 120_000 },
  async () => {
    const account = await createAccount(service);
    const other = await account.issue(['products:read']);
    await storeRequest(account, 'first', 'text');
    await service.database.pool.query(
      `INSERT INTO requests (account_id, received_at, request_id, method, path, status, failed, key_id, address, duration_ms)
     VALUES ($1, now(), 'second', 'POST', '/api/v1/products', 201, false, $2, '', 1)`,
      [account.id, other.id],
    );
    const idsOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await provender('--json', 'requests', 'tail', '--no-follow', ...args);
      expect([code, stderr]).toEqual([0, '']);
      return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line).id] : []));
    };
    const byKey = (key: string) => ['--url', service.url, '--key', key];
    expect(await idsOf('--account', account.email)).toEqual(['first', 'second']);
    expect(await idsOf('--account', account.email, '--failed')).toEqual(['first']);
    expect(await idsOf(...byKey(account.key))).toEqual(['first']);
    expect(await idsOf(...byKey(other.key))).toEqual(['second']);
    expect(await idsOf(...byKey(other.key), '--failed')).toEqual([]);
    const unknown = await provender('requests', 'tail', '--no-follow', ...byKey('prv_wrong'));
    expect(unknown).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This API key is incomplete or mistyped: [^\n]+\n$/),
    });
    expect(await provender('requests', 'tail')).toMatchObject({ code: 2, stdout: '' });
    expect(await idsOf('--account', account.email, '--code', 'validation_error', '--path', 'text')).toEqual([
      'first',
    ]);
  },
);

/** Runs a command with --json on the service's database. */
async function run(...args: string[]) {
  const result = await provender('--json', 'webhook', ...args);
  return { ...result, json: result.code === 0 ? JSON.parse(result.stdout) : undefined };
}
