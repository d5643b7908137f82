import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData } from '../../../support/http/expect-answer.ts';
import { startReceiver } from '../../../support/webhook/receiver.ts';
import { useService } from '../../../support/service/service.ts';
import { expectStatuses, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });

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
