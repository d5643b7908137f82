import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { type Receiver, startReceiver } from '../../../support/webhook/receiver.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import {
  expectQuiet,
  expectStatuses,
  messagesOf,
  PATIENCE,
  stored,
  subscribe,
} from '../../../support/webhook/webhook.ts';

const service = useService({ worker: { retryDelays: [], disableAfter: 3 } });

describe('recovering', () => {
  it('sends failed messages, cancelled ones and events of the time while deactivated, each once', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200, 500, 500, 500, 200);
    const webhook = await subscribe(account, receiver.url);
    await named(account, 'arrived');
    await expectStatuses(service, webhook, ['succeeded']);
    await named(account, 'failed 1', 'failed 2', 'failed 3');
    await expect.poll(async () => (await stored(service, webhook)).status, PATIENCE).toBe('deactivated');
    await named(account, 'missed 1', 'missed 2');
    await expectQuiet(service);
    await cancelLast(webhook.id);

    await account.call('POST', `/webhooks/${webhook.id}/enable`);
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`);
    expect(json.data).toEqual({ count: 5 });
    await expectStatuses(service, webhook, Array<string>(6).fill('succeeded'));
    expect(namesIn(receiver).slice(4).sort()).toEqual([
      'failed 1',
      'failed 2',
      'failed 3',
      'missed 1',
      'missed 2',
    ]);
    const ids = new Map<string, Set<unknown>>();
    for (const [index, name] of namesIn(receiver).entries()) {
      ids.set(name, (ids.get(name) ?? new Set()).add(receiver.callbacks[index]!.headers['webhook-id']));
    }
    expect([...ids.values()].map(({ size }) => size)).toEqual(Array(6).fill(1));

    const again = await account.call('POST', `/webhooks/${webhook.id}/recover`, { body: {} });
    expect(again.json.data).toEqual({ count: 0 });
    await expectQuiet(service);
    expect(receiver.callbacks).toHaveLength(9);
  });

  it('goes back no further than requested', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 500, 200);
    const webhook = await subscribe(account, receiver.url);
    await named(account, 'old', 'new');
    const [old] = await expectStatuses(service, webhook, ['failed', 'failed']);
    await service.database.pool.query(
      `UPDATE webhook_messages SET created_at = now() - interval '1 hour' WHERE id = $1`,
      [old!.id],
    );
    const since = new Date(Date.now() - 1_800_000).toISOString().replace('Z', '+00:00');
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`, { body: { since } });
    expect(json.data).toEqual({ count: 1 });
    await expectStatuses(service, webhook, ['failed', 'succeeded']);
    expect(namesIn(receiver).at(-1)).toBe('new');
  });

  it('starts the schedule of retries again', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await named(account, 'failing');
    await expectStatuses(service, webhook, ['failed']);
    await account.call('POST', `/webhooks/${webhook.id}/recover`);
    await expect
      .poll(async () => (await messagesOf(service, webhook))[0]!.attempts, PATIENCE)
      .toHaveLength(2);
    const [message] = await messagesOf(service, webhook);
    expect(message).toMatchObject({ status: 'failed', failures: 1 });
  });

  it('sends a new webhook nothing from before its creation', async () => {
    const account = await createAccount(service);
    await named(account, 'before');
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`);
    expect(json.data).toEqual({ count: 0 });
    await named(account, 'after');
    await expectStatuses(service, webhook, ['succeeded']);
    expect(namesIn(receiver)).toEqual(['after']);
  });

  it.each(['yesterday', '2026-11-20', '2026-11-20T10:00:00', 5, ''])('refuses since %j', async (since) => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, 'http://127.0.0.1:1/');
    const answer = await account.call('POST', `/webhooks/${id}/recover`, { body: { since } });
    expectError(answer, 400, 'validation_error', 'since');
  });
});

async function named(account: TestAccount, ...names: string[]): Promise<void> {
  for (const name of names) await createProduct(account, { name });
}

function namesIn({ callbacks }: Receiver): string[] {
  return callbacks.map(({ body }) => JSON.parse(body.toString()).data.name);
}

/** Turns the last failed message into one that was cancelled before it was sent. */
async function cancelLast(webhook: number): Promise<void> {
  await service.database.pool.query(
    `UPDATE webhook_messages SET status = 'cancelled'
     WHERE id = (SELECT max(id) FROM webhook_messages WHERE subscription_id = $1)`,
    [webhook],
  );
}
