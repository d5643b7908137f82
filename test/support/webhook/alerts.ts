import { expect } from 'vitest';
import { createWebhook } from '../records/records.ts';
import type { TestAccount } from '../service/account.ts';

const PATIENCE = { timeout: 60_000 };

/** Executes a GraphQL request over HTTP. */
export async function ask({ call }: TestAccount, query: string, variables: object = {}) {
  const { json } = await call('POST', '//graphql', { body: { query, variables } });
  return json;
}

/** Changes the settings of alerts. Returns the result, or the error. */
export async function change(account: TestAccount, input: object) {
  const query = `mutation ($input: UpdateAlertSettingsInput!) {
    updateAlertSettings(input: $input) { secret settings { url byMail muted } } }`;
  const { data, errors } = await ask(account, query, { input });
  return errors ? errors[0] : data.updateAlertSettings;
}

/** Looks for trouble now, and returns the alerts of the account, oldest first. */
export async function alertsOf(
  account: TestAccount,
): Promise<[type: string, status: string, error?: string][]> {
  await account.database.pool.query(`SELECT graphile_worker.add_job('sendAlerts', job_key => 'sendAlerts')`);
  const idle = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sendAlerts' AND run_at <= now()`;
  await expect.poll(async () => (await account.database.pool.query(idle)).rowCount, PATIENCE).toBe(0);
  const { data } = await ask(account, '{ alerts { type status error } }');
  return data.alerts
    .toReversed()
    .map(({ type, status, error }: { type: string; status: string; error: string | null }) => {
      const words = [type, status.toLowerCase()] as [string, string];
      return error === null ? words : [...words, error];
    });
}

/** Creates a webhook that nothing is sent to, and returns its id. */
export async function addWebhook(account: TestAccount): Promise<number> {
  return (await createWebhook(account)).id;
}

/** Sets columns of a webhook, such as its failures. */
export async function set(account: TestAccount, id: number, columns: string): Promise<void> {
  await account.database.pool.query(`UPDATE webhook_subscriptions SET ${columns} WHERE id = $1`, [id]);
}
