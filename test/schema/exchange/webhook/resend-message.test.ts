import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { hold, startReceiver } from '../../../support/webhook/receiver.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { expectStatuses, messagesOf, PATIENCE, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });

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

describe('resending', () => {
  it('sends a message again with the same id, whatever its status', async () => {
    const account = await createAccount(service);
    const second = hold();
    await using receiver = await startReceiver(200, second.behaviour);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account, { name: 'again' });
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    const path = `/webhooks/${webhook.id}/deliveries/${message!.webhookId}/resend`;
    const { json } = await account.call('POST', path);
    expect(json.data).toMatchObject({ id: message!.webhookId, status: 'pending' });
    await expect.poll(second.held, PATIENCE).toBe(1);
    second.release(200);
    expect(receiver.callbacks).toHaveLength(2);
    const [sent, resent] = receiver.callbacks;
    expect(resent!.headers['webhook-id']).toBe(sent!.headers['webhook-id']);
    expect(resent!.body.equals(sent!.body)).toBe(true);
    const [after] = await expectStatuses(service, webhook, ['succeeded']);
    expect(after!.attempts).toHaveLength(2);
  });
});
