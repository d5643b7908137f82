import { expect, it } from 'vitest';
import { createAccount } from '../../support/service/account.ts';
import { expectData, expectError } from '../../support/http/expect-answer.ts';
import { createProduct } from '../../support/records/records.ts';
import { useService } from '../../support/service/service.ts';
import { dispatch, messagesOf, subscribe } from '../../support/webhook/webhook.ts';

const service = useService();
const URL = 'https://hooks.example.com/';

it('activates a webhook without the messages it missed, and forgets its failures', async () => {
  const account = await createAccount(service);
  const { id } = await subscribe(account, URL);
  await service.database.pool.query(
    `UPDATE webhook_subscriptions SET status = 'deactivated', consecutive_failures = 10, deactivated_at = now(),
       deactivation_error = 'timeout' WHERE id = $1`,
    [id],
  );
  await createProduct(account);
  const enabled = expectData(await account.call('POST', `/webhooks/${id}/enable`));
  expect(enabled).toMatchObject({ id, status: 'active', consecutive_failures: 0 });
  await createProduct(account, { name: 'afterwards' });
  await dispatch(service);
  const messages = await messagesOf(service, { id, secret: '' });
  expect(messages.map(({ event }) => JSON.parse(event.body).data.name)).toEqual(['afterwards']);
});

it('changes nothing about an active webhook', async () => {
  const account = await createAccount(service);
  const { id } = await subscribe(account, URL);
  const before = expectData(await account.call('GET', `/webhooks/${id}`));
  expect(expectData(await account.call('POST', `/webhooks/${id}/enable`))).toEqual(before);
});

it('does not find the webhook of another account', async () => {
  const { id } = await subscribe(await createAccount(service), URL);
  const stranger = await createAccount(service);
  expectError(await stranger.call('POST', `/webhooks/${id}/enable`), 404, 'not_found');
});
