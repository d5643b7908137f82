import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: { retryDelays: [0] } });
const alone = useService({ own: 'counts all events that wait' });

it('/metrics shows attempts by outcome, callbacks in progress, and the backlog', async () => {
  const account = await createAccount(service);
  const held = hold();
  await using receiver = await startReceiver(500, held.behaviour);
  const webhook = await subscribe(account, receiver.url);
  await createProduct(account);
  await expect.poll(held.held, PATIENCE).toBe(1);
  expect(await valueOf('provender_webhook_callbacks_under_way')).toBe(1);
  held.release(204);
  await expectStatuses(service, webhook, ['succeeded']);
  await expect.poll(() => valueOf('provender_webhook_attempts_total{outcome="succeeded"}'), PATIENCE).toBe(1);
  expect(await valueOf('provender_webhook_attempts_total{outcome="unexpected_status"}')).toBe(1);
  expect(await valueOf('provender_webhook_first_attempt_seconds_count')).toBe(1);
  expect(await valueOf('provender_webhook_callbacks_under_way')).toBe(0);
  for (const name of ['events_waiting', 'messages_due', 'oldest_due_seconds']) {
    expect(await valueOf(`provender_webhook_${name}`)).toBeGreaterThanOrEqual(0);
  }
  expect(await valueOf('provender_jobs_waiting')).toBeGreaterThanOrEqual(0);
});

it('/metrics of a process without a worker shows that nothing turns events into messages', async () => {
  const account = await createAccount(alone);
  await subscribe(account, 'http://127.0.0.1:9/');
  await createProduct(account);
  expect(await valueOf('provender_webhook_events_waiting', alone.url)).toBe(1);
});

async function valueOf(series: string, url = service.url): Promise<number | undefined> {
  const { text } = await request(url, 'GET', '//metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
