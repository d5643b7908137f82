import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { hold, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, messagesOf, PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: {} });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /webhooks/{id}/deliveries', () => {
  it('lists the messages of this webhook, newest first, in pages', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const other = await subscribe(account, receiver.url);
    for (let made = 0; made < 3; made += 1) await createProduct(account);
    const messages = await expectStatuses(service, webhook, ['succeeded', 'succeeded', 'succeeded']);
    const ids = messages.map(({ webhookId }) => webhookId).toReversed();

    const list = `/webhooks/${webhook.id}/deliveries`;
    const all = await account.call('GET', list);
    expect(expectData(all).map(({ id }: { id: string }) => id)).toEqual(ids);
    const page = await account.call('GET', `${list}?page=2&per_page=2`);
    expect(expectData(page).map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(page.json.pagination).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2, has_more: false });
    expect(page.headers.get('Link')).toContain('rel="prev"');
    expect(page.headers.get('ETag')).toBe(null);
    expectError(await account.call('GET', `${list}?page=0`), 400, 'validation_error', 'page');
    expectError(await account.call('GET', `${list}?status=failed`), 400, 'validation_error', 'status');
    await expectStatuses(service, other, ['succeeded', 'succeeded', 'succeeded']);
  });

  it('shows when a pending message is tried next', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect
      .poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE)
      .toHaveLength(1);
    const [message] = expectData(await account.call('GET', `/webhooks/${webhook.id}/deliveries`));
    expect(message).toMatchObject({ status: 'pending', next_attempt_at: TIME });
    const waits = Date.parse(message.next_attempt_at) - Date.parse(message.attempts[0].attempted_at);
    expect(waits).toBeGreaterThanOrEqual(60_000);
  });
});

describe('POST /webhooks/{id}/test', () => {
  it('sends a test event, whatever the webhook subscribed to', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url, ['return.created']);
    const answer = expectData(await account.call('POST', `/webhooks/${webhook.id}/test`));
    expect(answer).toMatchObject({ id: webhook.id, events: ['return.created'] });
    await expectStatuses(service, webhook, ['succeeded']);
    const [message] = expectData(await account.call('GET', `/webhooks/${webhook.id}/deliveries`));
    expect(message).toMatchObject({ id: answer.message_id, event: 'webhook.test', status: 'succeeded' });
    expect(receiver.callbacks).toHaveLength(1);
  });
});

describe('POST /webhooks/{id}/deliveries/{id}/resend', () => {
  it('returns the message, pending again, with its attempts so far', async () => {
    const account = await createAccount(service);
    const second = hold();
    await using receiver = await startReceiver(500, second.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect
      .poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE)
      .toHaveLength(1);
    const [{ id }] = expectData(await account.call('GET', `/webhooks/${webhook.id}/deliveries`));
    const path = `/webhooks/${webhook.id}/deliveries/${id}/resend`;
    const answered = expectData(await account.call('POST', path, { body: {} }));
    expect(answered).toMatchObject({ id, status: 'pending' });
    expect(answered.attempts).toMatchObject([{ status_code: 500 }]);
    await expect.poll(second.held, PATIENCE).toBe(1);
    second.release(200);
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    expect(message!.attempts).toHaveLength(2);
  });

  it('finds no message of another webhook or account, or that does not exist', async () => {
    const [account, stranger] = [await createAccount(service), await createAccount(service)];
    await using receiver = await startReceiver(200);
    const [webhook, other] = [
      await subscribe(account, receiver.url),
      await subscribe(account, receiver.url, ['return.created']),
    ];
    const theirs = await subscribe(stranger, receiver.url);
    await createProduct(account);
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    const id = message!.webhookId;
    for (const [caller, path] of [
      [account, `/webhooks/${other.id}/deliveries/${id}/resend`],
      [stranger, `/webhooks/${theirs.id}/deliveries/${id}/resend`],
      [stranger, `/webhooks/${webhook.id}/deliveries/${id}/resend`],
      [account, `/webhooks/${webhook.id}/deliveries/msg_none/resend`],
      [account, `/webhooks/${webhook.id}/deliveries/${message!.id}/resend`],
      [account, `/webhooks/${webhook.id}/deliveries/%00/resend`],
    ] as const) {
      expectError(await caller.call('POST', path), 404, 'not_found');
    }
    expect(receiver.callbacks).toHaveLength(1);
  });
});
