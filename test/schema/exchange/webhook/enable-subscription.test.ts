import { expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { dispatch, messagesOf, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService();
const hour = (hours: number) => `now() - interval '${hours} hours'`;
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

it('sends what was missed since a day before it was deactivated, if asked to, and says before how much that is', async () => {
  const account = await createAccount(service);
  const { id } = await subscribe(account, URL);
  for (const name of ['older', 'failed', 'arrived']) await createProduct(account, { name });
  await dispatch(service);
  const [older, failed, arrived] = await messagesOf(service, { id, secret: '' });
  for (const [message, status, at] of [
    [older, 'failed', hour(25)],
    [failed, 'failed', hour(23)],
    [arrived, 'succeeded', hour(23)],
  ] as const) {
    await service.database.pool.query(
      `UPDATE webhook_messages SET status = $2, next_attempt_at = NULL, created_at = ${at} WHERE id = $1`,
      [message!.id, status],
    );
  }
  await service.database.pool.query(
    `UPDATE webhook_subscriptions SET status = 'deactivated', consecutive_failures = 10, deactivated_at = now(),
       created_at = ${hour(48)}, deactivation_error = 'timeout' WHERE id = $1`,
    [id],
  );
  await createProduct(account, { name: 'missed' });
  await dispatch(service);
  const READ = 'query($id: ID!) { webhook(id: $id) { missed recovered } }';
  const read = async () => (await ask(account, READ, { id: String(id) })).webhook;
  expect(await read()).toEqual({ missed: 2, recovered: null });
  const enable = (body: object) => account.call('POST', `/webhooks/${id}/enable`, { body });
  expectError(await enable({ recover: 'yes' }), 400, 'validation_error', 'recover');
  expect(expectData(await enable({ recover: true }))).toMatchObject({ id, status: 'active', recovered: 2 });
  expect(await read()).toEqual({ missed: null, recovered: null });
  const after = await messagesOf(service, { id, secret: '' });
  const pending = after.filter(({ status }) => status === 'pending');
  expect(pending.map(({ event }) => JSON.parse(event.body).data.name)).toEqual(['failed', 'missed']);
  expect(expectData(await enable({ recover: true }))).toMatchObject({ recovered: 0 });
  expect(expectData(await enable({ recover: false }))).not.toHaveProperty('recovered');
  const ENABLE = 'mutation($id: ID!) { enableWebhook(id: $id, recover: true) { recovered missed } }';
  expect((await ask(account, ENABLE, { id: String(id) })).enableWebhook).toEqual({
    recovered: 0,
    missed: null,
  });
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
