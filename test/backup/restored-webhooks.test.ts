import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBackup } from '../../src/backup/open-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { useCommands } from '../support/process/commands.ts';
import { useHost } from '../support/process/host.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { useService } from '../support/service/service.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { expectQuiet, expectStatuses, subscribe } from '../support/webhook/webhook.ts';

const host = useHost('file');
const original = useService({ own: 'opens connections of its own' });
const copy = useService({ worker: {} });
const provender = useCommands(() => ({ DATABASE_URL: copy.testDatabase.url, SECRETS_KEY }));

it('sends nothing from a restored copy until its webhooks are enabled, and recovers what was missed', async () => {
  await using receiver = await startReceiver(200);
  const seller = await createAccount(original);
  const webhook = await subscribe(seller, receiver.url);
  const other = await subscribe(seller, receiver.url);
  // The original has no worker, so the backup has waiting events.
  await createProduct(seller);
  const file = join(await host.folder(), 'a.backup');
  await writeBackup(original.testDatabase.url, file);
  const restored = await restoreBackup(copy.testDatabase.url, await openBackup(file));
  expect(restored.webhooksDeactivated).toBe(2);

  const moved = (method: string, path: string, body?: object) =>
    request(copy.url, method, path, { key: seller.key, ...(body && { body }) });
  const read = expectData(await moved('GET', `/webhooks/${webhook.id}`));
  expect(read).toMatchObject({ status: 'deactivated', deactivation_reason: 'restored' });
  await expectStatuses(copy, webhook, ['cancelled']);
  await expectQuiet(copy);
  expect(receiver.callbacks).toEqual([]);

  const listed = await provender('--json', 'webhook', 'list', '--account', seller.email);
  expect(JSON.parse(listed.stdout)[0]).toMatchObject({
    status: 'deactivated',
    deactivated_at: expect.any(String),
    deactivation_reason: 'restored',
  });
  const usage = await provender('webhook', 'enable', '--restored');
  expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('--account') });
  const enabled = await provender('--json', 'webhook', 'enable', '--restored', '--account', seller.email);
  expect(JSON.parse(enabled.stdout)).toEqual({ count: 2 });
  const again = await provender('--json', 'webhook', 'enable', '--restored', '--account', seller.email);
  expect(JSON.parse(again.stdout)).toEqual({ count: 0 });
  expect(expectData(await moved('GET', `/webhooks/${other.id}`))).toMatchObject({
    status: 'active',
    deactivation_reason: null,
  });
  expect(expectData(await moved('POST', `/webhooks/${webhook.id}/recover`))).toEqual({ count: 1 });
  await expectStatuses(copy, webhook, ['succeeded']);
  expect(receiver.callbacks).toHaveLength(1);
});

it('leaves webhooks that the user had deactivated alone, and others of the account with --keep-webhooks-active', async () => {
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
    '--keep-webhooks-active',
  );
  expect(JSON.parse(printed.stdout)).toMatchObject({ webhooks_deactivated: 0 });
  const count = await host.provender(
    { DATABASE_URL: url, SECRETS_KEY },
    '--json',
    'webhook',
    'enable',
    '--restored',
    '--account',
    seller.email,
  );
  expect(JSON.parse(count.stdout)).toEqual({ count: 0 });
});
