import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { issueKey } from '../../src/schema/people/api-key/issue-key.ts';
import { useCommands } from '../support/process/commands.ts';
import { useHost } from '../support/process/host.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { alertsOf, ask, change } from '../support/webhook/alerts.ts';
import { type Receiver, startReceiver } from '../support/webhook/receiver.ts';
import { expectQuiet, expectStatuses, PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const host = useHost('file');
const original = useService({ own: 'opens connections of its own' });
const copy = useService({ worker: {} });
const provender = useCommands(() => ({ DATABASE_URL: copy.testDatabase.url, SECRETS_KEY }));

const DAILY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

it('lets what a restored copy would send rest until it is enabled, apart from what a person asks for', async () => {
  await using receiver = await startReceiver(200);
  await using alerted = await startReceiver(200);
  const seller = await createAccount(original);
  const webhook = await subscribe(seller, receiver.url);
  const other = await subscribe(seller, receiver.url);
  const neighbour = await createAccount(original);
  await subscribe(neighbour, receiver.url);
  // The original has no worker, so the backup has waiting events, dates that are due, and an alert to send.
  const product = await createProduct(seller);
  await change(seller, { url: alerted.url });
  await addDueOrder(seller, product);
  const file = join(await host.folder(), 'a.backup');
  await writeBackup(original.testDatabase.url, file);
  const restored = await restoreBackup(copy.testDatabase.url, await openBackup(file));
  expect(restored).toMatchObject({ webhooksDeactivated: 3, accountsResting: 2, standingOrdersResting: 1 });

  const moved = copyOf(seller);
  const read = expectData(await moved.call('GET', `/webhooks/${webhook.id}`));
  expect(read).toMatchObject({ status: 'deactivated', deactivation_reason: 'restored' });
  await expectStatuses(copy, webhook, ['cancelled']);
  await copy.database.pool.query(`SELECT graphile_worker.add_job('generateDeliveries')`);
  await ask(moved, 'mutation { sendTestAlert { id } }');
  expect(await alertsOf(moved)).toEqual([
    ['key.expiring', 'pending'],
    ['alert.test', 'sent'],
  ]);
  await expectQuiet(copy);
  expect(await datesIn(moved)).toEqual([]);
  expect(receiver.callbacks).toEqual([]);
  expect(toldTo(alerted)).toEqual(['alert.test']);

  const listed = await provender('--json', 'webhook', 'list', '--account', seller.email);
  expect(JSON.parse(listed.stdout)[0]).toMatchObject({
    status: 'deactivated',
    deactivated_at: expect.any(String),
    deactivation_reason: 'restored',
  });
  const weak = await issueKey(copy.database.prisma, moved.id, { name: 'weak', scopes: ['webhooks:write'] });
  const refused = await request(copy.url, 'POST', '//graphql', {
    key: weak.key,
    body: { query: 'mutation { enableRestoredWebhooks }' },
  });
  expect(refused.json.errors[0].extensions).toMatchObject({ code: 'insufficient_scope' });
  for (const wrong of [[], ['--account', seller.email, '--all']]) {
    const usage = await provender('webhook', 'enable', '--restored', ...wrong);
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('--all') });
  }
  const enable = async (...whose: string[]) =>
    JSON.parse((await provender('--json', 'webhook', 'enable', '--restored', ...whose)).stdout);
  expect(await enable('--account', seller.email)).toEqual({ count: 2 });
  expect(await enable('--account', seller.email)).toEqual({ count: 0 });
  expect(expectData(await moved.call('GET', `/webhooks/${other.id}`))).toMatchObject({
    status: 'active',
    deactivation_reason: null,
  });
  // What passed while it rested has failed, with one alert; the alert of two days ago is told no more.
  await expect.poll(() => datesIn(moved), PATIENCE).toEqual([inDays(0), inDays(1)]);
  await expect.poll(() => toldTo(alerted), PATIENCE).toEqual(['alert.test', 'standing_order.failed']);
  const missed = JSON.parse(alerted.callbacks[1]!.body.toString()).data;
  expect(missed).toMatchObject({ count: 2, occurrences: [{ reason: 'too_late' }, { reason: 'too_late' }] });
  expect(expectData(await moved.call('POST', `/webhooks/${webhook.id}/recover`))).toEqual({ count: 1 });
  await expectStatuses(copy, webhook, ['succeeded']);
  expect(receiver.callbacks).toHaveLength(1);

  const { rows } = await copy.database.pool.query(
    'SELECT resting_since IS NOT NULL AS rests FROM accounts ORDER BY id',
  );
  expect(rows.map(({ rests }) => rests)).toEqual([false, true]);
  expect(await enable('--all')).toEqual({ count: 1 });
  expect(await ask(copyOf(neighbour), '{ account { restingSince } }')).toMatchObject({
    data: { account: { restingSince: null } },
  });
}, 120_000);

/** Returns an account in the copy. */
function copyOf(account: TestAccount): TestAccount {
  return {
    ...account,
    database: copy.database,
    call: (method, path, options) => request(copy.url, method, path, { key: account.key, ...options }),
  };
}

/**
 * Creates a daily standing order that nothing has looked at for three days, and an alert that waits for two.
 */
async function addDueOrder(account: TestAccount, product: { id: number }): Promise<void> {
  const market = await createSupermarket(account);
  const input = {
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    lines: [{ productId: String(product.id), quantity: 10 }],
    weekdays: DAILY,
    startsOn: '2026-01-01',
    leadDays: 1,
    generateAt: '00:00',
  };
  await ask(
    account,
    'mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }',
    { input },
  );
  const { pool } = account.database;
  await pool.query('UPDATE standing_orders SET settled_until = $2 WHERE account_id = $1', [
    account.id,
    inDays(-3),
  ]);
  await pool.query(
    `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status, created_at)
     VALUES ($1, 'key.expiring', 'old', 3, false, '{"alert": "key.expiring"}', 'pending', now() - interval '2 days')`,
    [account.id],
  );
}

async function datesIn({ id, database }: TestAccount): Promise<string[]> {
  const { rows } = await database.pool.query<{ day: string }>(
    `SELECT to_char(delivery_date, 'YYYY-MM-DD') AS day FROM deliveries WHERE account_id = $1 ORDER BY 1`,
    [id],
  );
  return rows.map(({ day }) => day);
}

function toldTo({ callbacks }: Receiver): string[] {
  return callbacks.map(({ body }) => JSON.parse(body.toString()).alert);
}

it('leaves webhooks that the user had deactivated alone, and lets nothing rest with --as-original', async () => {
  const seller = await createAccount(original);
  const failed = await subscribe(seller, 'http://127.0.0.1:9/');
  await original.database.pool.query(
    `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now(), deactivation_error = 'timeout' WHERE id = $1`,
    [failed.id],
  );
  const file = join(await host.folder(), 'b.backup');
  await writeBackup(original.testDatabase.url, file);
  const target = await host.cluster();
  const url = target.url('provender');
  const printed = await host.provender(
    { DATABASE_URL: url, SECRETS_KEY },
    '--json',
    'restore',
    file,
    '--as-original',
  );
  expect(JSON.parse(printed.stdout)).toMatchObject({
    webhooks_deactivated: 0,
    accounts_resting: 0,
    standing_orders_resting: 0,
  });
  expect(printed.stderr).not.toContain('rest (');
  const count = await host.provender(
    { DATABASE_URL: url, SECRETS_KEY },
    '--json',
    'webhook',
    'enable',
    '--restored',
    '--all',
  );
  expect(JSON.parse(count.stdout)).toEqual({ count: 0 });
});
