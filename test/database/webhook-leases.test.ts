import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { dispatch, expectStatuses, PATIENCE, subscribe } from '../support/webhook/webhook.ts';
import { publishEvents, startTestWorker } from '../support/service/worker.ts';
import { startReceiver } from '../support/webhook/receiver.ts';

const service = useService();
const LEASES = readFileSync('prisma/migrations/20261128040000_webhook_leases/migration.sql', 'utf8');

it('migrates what heartbeats claimed: events, messages and jobs, also of workers that ended', async () => {
  const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);
  const account = await createAccount(service);
  await using receiver = await startReceiver(204);
  const webhook = await subscribe(account, receiver.url);
  await publishEvents(service, account, 2, [webhook]);
  await dispatch(service, account);
  await publishEvents(service, account, 2, [webhook]);
  // As the previous version left it.
  await query(`
    DROP TABLE webhook_runs;
    DROP FUNCTION release_webhook_runs CASCADE;
    CREATE TABLE webhook_runs (
      account_id bigint PRIMARY KEY REFERENCES accounts (id),
      worker     text NOT NULL REFERENCES worker_heartbeats (pool_id) ON DELETE CASCADE);
    CREATE INDEX webhook_runs_worker_idx ON webhook_runs (worker);
    INSERT INTO worker_heartbeats VALUES ('gone', now());`);
  await query(`INSERT INTO webhook_runs VALUES ($1, 'gone')`, [account.id]);
  await query(
    `SELECT graphile_worker.add_job('sendWebhooks', json_build_object('accountId', $1::text), job_key => 'webhooks:' || $1)`,
    [String(account.id)],
  );
  await query(`UPDATE graphile_worker._private_jobs SET locked_by = 'gone', locked_at = now(), attempts = 1`);

  await query(LEASES);
  const { rows } = await query(
    `SELECT until - now() <= interval '15 s' AS ends, until > now() AS holds FROM webhook_runs`,
  );
  expect(rows).toEqual([{ ends: true, holds: true }]);
  await query('UPDATE webhook_runs SET until = now()');
  startTestWorker(service);
  await expectStatuses(service, webhook, Array<string>(4).fill('succeeded'));
  await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(4);
});

it('lets workers of the previous version release their accounts by deleting their heartbeat', async () => {
  const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);
  const [old, other] = [await createAccount(service), await createAccount(service)];
  await query(`INSERT INTO worker_heartbeats (pool_id) VALUES ('previous')`);
  await query(`INSERT INTO webhook_runs (account_id, worker) VALUES ($1, 'previous'), ($2, 'other')`, [
    old.id,
    other.id,
  ]);
  await query(`DELETE FROM worker_heartbeats WHERE pool_id = 'previous'`);
  const { rows } = await query('SELECT account_id, worker FROM webhook_runs');
  expect(rows).toEqual([{ account_id: String(other.id), worker: 'other' }]);
});
