import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { hold, startReceiver } from '../../../support/webhook/receiver.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { expectStatuses, PATIENCE, subscribe, type TestWebhook } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });
const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { secret webhook { id url events description status consecutiveFailures } }
}`;

describe('over GraphQL', () => {
  it('a webhook is created, read, updated, rotated, enabled, listed and deleted', async () => {
    const account = await createAccount(service);
    const input = { url: 'https://hooks.example.com/', events: ['product.created'], description: 'ERP' };
    const { createWebhook } = await ask(account, CREATE, { input });
    const { id } = createWebhook.webhook;
    expect(createWebhook).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      webhook: { id: expect.any(String), ...input, status: 'ACTIVE', consecutiveFailures: 0 },
    });

    const { updateWebhook } = await ask(
      account,
      'mutation ($id: ID!) { updateWebhook(id: $id, input: { events: ["return.created"] }) { url events } }',
      { id },
    );
    expect(updateWebhook).toEqual({ url: input.url, events: ['return.created'] });
    const { rotateWebhookSecret, enableWebhook } = await ask(
      account,
      `mutation ($id: ID!) {
         rotateWebhookSecret(id: $id) { secret webhook { id } } enableWebhook(id: $id) { id status }
       }`,
      { id },
    );
    expect(rotateWebhookSecret).toEqual({ secret: expect.stringMatching(/^whsec_/), webhook: { id } });
    expect(rotateWebhookSecret.secret).not.toBe(createWebhook.secret);
    expect(enableWebhook).toEqual({ id, status: 'ACTIVE' });

    const READ = 'query ($id: ID!) { webhook(id: $id) { id } webhooks { totalCount nodes { id } } }';
    expect(await ask(account, READ, { id })).toEqual({
      webhook: { id },
      webhooks: { totalCount: 1, nodes: [{ id }] },
    });
    expect(await ask(await createAccount(service), READ, { id })).toEqual({
      webhook: null,
      webhooks: { totalCount: 0, nodes: [] },
    });
    expect(await ask(account, 'mutation ($id: ID!) { deleteWebhook(id: $id) }', { id })).toEqual({
      deleteWebhook: id,
    });
    expect(await ask(account, READ, { id })).toEqual({
      webhook: null,
      webhooks: { totalCount: 0, nodes: [] },
    });
  });

  it('its messages are read, tested, resent and recovered', async () => {
    const account = await createAccount(service);
    const later = hold();
    await using receiver = await startReceiver(200, later.behaviour);
    const { createWebhook } = await ask(account, CREATE, {
      input: { url: receiver.url, events: ['product.created'] },
    });
    const { id } = createWebhook.webhook;
    const product = await createProduct(account);
    const webhook = { id: Number(id), secret: '' };
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    const MESSAGES = `query ($id: ID!) {
      webhook(id: $id) { messages { totalCount nodes { id event recordId body status nextAttemptAt attempts { statusCode error } } } }
    }`;
    const { messages } = (await ask(account, MESSAGES, { id })).webhook;
    expect(messages.nodes).toEqual([
      {
        id: message!.webhookId,
        event: 'product.created',
        recordId: String(product.id),
        body: receiver.callbacks[0]!.body.toString(),
        status: 'SUCCEEDED',
        nextAttemptAt: null,
        attempts: [{ statusCode: 200, error: null }],
      },
    ]);
    const stranger = await createAccount(service);
    expect(await ask(stranger, MESSAGES, { id })).toEqual({ webhook: null });
    const FILTERED = `query ($id: ID!) { webhook(id: $id) {
      both: messages(filter: { status: SUCCEEDED, event: "product.created" }) { totalCount nodes { recordId } }
      failed: messages(filter: { status: FAILED }) { totalCount nodes { recordId } }
      test: messages(filter: { event: "webhook.test" }) { totalCount nodes { recordId } }
    } }`;
    const none = { totalCount: 0, nodes: [] };
    const found = { totalCount: 1, nodes: [{ recordId: String(product.id) }] };
    expect((await ask(account, FILTERED, { id })).webhook).toEqual({ both: found, failed: none, test: none });
    const { key } = await account.issue(['webhooks:read']);
    const { json } = await account.call('POST', '//graphql', {
      key,
      body: { query: FILTERED, variables: { id } },
    });
    expect(json.data.webhook.both.nodes).toEqual([{ recordId: null }]);

    const sent = await ask(
      account,
      `mutation ($id: ID!, $message: ID!) {
         sendWebhookTest(id: $id) { webhook { id } }
         resendWebhookMessage(webhook: $id, message: $message) { id status }
         recoverWebhookMessages(id: $id, since: "2026-01-01T00:00:00Z")
       }`,
      { id, message: message!.webhookId },
    );
    expect(sent).toEqual({
      sendWebhookTest: { webhook: { id } },
      resendWebhookMessage: { id: message!.webhookId, status: 'PENDING' },
      recoverWebhookMessages: 0,
    });
    await expect.poll(later.held, PATIENCE).toBe(2);
    later.release(200);
  });

  it('a message is found by its webhook-id, within its own webhook only', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const [webhook, other, strangers] = [
      await subscribe(account, receiver.url),
      await subscribe(account, receiver.url, ['return.created']),
      await subscribe(await createAccount(service), receiver.url),
    ];
    await createProduct(account);
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    const find = async ({ id }: TestWebhook, messageId: string) => {
      const query = `query ($id: ID!, $message: ID!) {
        webhook(id: $id) { deactivatesAfter message(id: $message) { id event body } } }`;
      return (await ask(account, query, { id, message: messageId })).webhook;
    };
    const { webhookId, event } = message!;
    expect(await find(webhook, webhookId)).toEqual({
      deactivatesAfter: 10,
      message: { id: webhookId, event: 'product.created', body: event.body },
    });
    expect(await find(other, webhookId)).toEqual({ deactivatesAfter: 10, message: null });
    expect(await find(webhook, `msg_${'0'.repeat(32)}`)).toMatchObject({ message: null });
    expect(await find(webhook, 'no\0id')).toMatchObject({ message: null });
    expect(await find(strangers, webhookId)).toBe(null);
  });

  it('errors have a code and a field', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['webhooks:read', 'webhooks:write', 'products:read']);
    const { key: reader } = await account.issue(['webhooks:read']);
    const url = 'https://hooks.example.com/';
    const refusals = [
      await refusal(account, { url: 'ftp://example.com/', events: ['product.created'] }, key),
      await refusal(account, { url, events: ['product.gone'] }, key),
      await refusal(account, { url, events: ['return.created'] }, key),
      await refusal(account, { url, events: ['product.created'] }, reader),
    ];
    expect(refusals).toEqual([
      { code: 'validation_error', field: 'url' },
      { code: 'validation_error', field: 'events[0]' },
      { code: 'insufficient_scope', field: null },
      { code: 'insufficient_scope', field: null },
    ]);
  });
});

async function ask(account: TestAccount, query: string, variables: object) {
  const { json } = await account.call('POST', '//graphql', { body: { query, variables } });
  expect(json.errors).toBe(undefined);
  return json.data;
}

async function refusal(account: TestAccount, input: object, key: string) {
  const { json } = await account.call('POST', '//graphql', {
    key,
    body: { query: CREATE, variables: { input } },
  });
  const { code, field = null } = json.errors[0].extensions;
  return { code, field };
}
