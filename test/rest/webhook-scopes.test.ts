import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/schema/core/caller/scopes.ts';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { openSession } from '../support/service/open-session.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, stored, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: { retryDelays: [] } });
const URL = 'https://hooks.example.com/provender';
const TAKEN = 'https://taken.example.com/';

/** Requests that change where messages go, how they are signed, or whether they are sent. */
const TAKEOVERS: [name: string, method: string, path: string, body?: object][] = [
  ['change the URL', 'PATCH', '', { url: TAKEN }],
  ['narrow the events', 'PATCH', '', { events: ['product.created'] }],
  ['narrow the events and change the URL', 'PATCH', '', { events: ['product.created'], url: TAKEN }],
  ['rotate the secret', 'POST', '/rotate-secret'],
  ['enable', 'POST', '/enable'],
  ['send a test', 'POST', '/test'],
  ['recover', 'POST', '/recover'],
  ['resend', 'POST', '/deliveries/msg_00000000000000000000000000000000/resend'],
];

describe.each(TAKEOVERS)('to %s', (_name, method, path, body) => {
  it('a key needs the read scope of every event the webhook is subscribed to', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL, ['product.created', 'delivery.created', 'return.created']);
    const before = await stored(service, { id, secret: '' });
    for (const [scopes, missing] of [
      [[], ':read'],
      [['products:read'], 'deliveries:read'],
      [['products:read', 'deliveries:read', 'returns:write'], 'returns:read'],
    ] as [Scope[], string][]) {
      const { key } = await account.issue(['webhooks:write', 'webhooks:read', ...scopes]);
      const answer = await account.call(method, `/webhooks/${id}${path}`, { key, body });
      expectError(answer, 403, 'insufficient_scope');
      expect(answer.json.error.message).toContain(missing);
    }
    expect(await stored(service, { id, secret: '' })).toEqual(before);
    const { key } = await account.issue([
      'webhooks:write',
      'products:read',
      'deliveries:read',
      'returns:read',
    ]);
    const { status } = await account.call(method, `/webhooks/${id}${path}`, { key, body });
    expect(status).toBe(path.endsWith('resend') ? 404 : 200);
  });

  it('a key needs the read scope of every event the webhook was subscribed to before', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL, ['delivery.created']);
    for (const events of [['return.created'], ['product.created']]) {
      expectData(await account.call('PATCH', `/webhooks/${id}`, { body: { events } }));
    }
    const { key } = await account.issue(['webhooks:write', 'products:read', 'returns:read']);
    const answer = await account.call(method, `/webhooks/${id}${path}`, { key, body });
    expectError(answer, 403, 'insufficient_scope');
    expect(answer.json.error.message).toContain('deliveries:read');
  });
});

it('lets a key without read scopes change the description of a webhook and delete it', async () => {
  const account = await createAccount(service);
  const { id } = await subscribe(account, URL, ['delivery.created']);
  const { key } = await account.issue(['webhooks:write']);
  const body = { description: 'ERP' };
  expect(expectData(await account.call('PATCH', `/webhooks/${id}`, { key, body }))).toMatchObject(body);
  expectData(await account.call('DELETE', `/webhooks/${id}`, { key }));
});

it('allows a signed-in user everything', async () => {
  const account = await createAccount(service);
  const { id } = await subscribe(account, URL, ['delivery.created', 'product.created']);
  const session = await openSession(service, account);
  const query = `mutation ($id: ID!, $url: String!) {
    updateWebhook(id: $id, input: { url: $url }) { url }
    enableWebhook(id: $id) { id }
    rotateWebhookSecret(id: $id) { secret }
  }`;
  const body = { query, variables: { id, url: TAKEN } };
  const { json } = await request(service.url, 'POST', '//graphql', { body, headers: await session.proof() });
  expect(json.data).toEqual({
    updateWebhook: { url: TAKEN },
    enableWebhook: { id: String(id) },
    rotateWebhookSecret: { secret: expect.stringMatching(/^whsec_/) },
  });
});

it('sends no message about deliveries to a key that may only read products, including old ones and retries', async () => {
  const account = await createAccount(service);
  await using mine = await startReceiver(500);
  await using theirs = await startReceiver(200);
  const webhook = await subscribe(account, mine.url, ['delivery.created', 'product.created']);
  await createDelivery(account);
  const messages = await expectStatuses(service, webhook, ['failed', 'failed']);
  expectData(
    await account.call('PATCH', `/webhooks/${webhook.id}`, { body: { events: ['product.created'] } }),
  );

  const { key } = await account.issue(['webhooks:write', 'webhooks:read', 'products:read']);
  const attempts = [
    await account.call('PATCH', `/webhooks/${webhook.id}`, { key, body: { url: theirs.url } }),
    await account.call('POST', `/webhooks/${webhook.id}/recover`, { key }),
    ...(await Promise.all(
      messages.map(({ webhookId }) =>
        account.call('POST', `/webhooks/${webhook.id}/deliveries/${webhookId}/resend`, { key }),
      ),
    )),
  ];
  for (const answer of attempts) expectError(answer, 403, 'insufficient_scope');
  expect(await stored(service, webhook)).toMatchObject({ url: mine.url, status: 'active' });
  expect(theirs.callbacks).toEqual([]);
});

describe('the body of a message', () => {
  it('is shown only to callers who can read the record it is about', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url, ['delivery.created', 'product.created']);
    await createDelivery(account);
    const [product, delivery] = await expectStatuses(service, webhook, ['succeeded', 'succeeded']);
    const { key } = await account.issue(['webhooks:write', 'webhooks:read', 'products:read']);
    const bodyOf = (message: { webhookId: string } | undefined, asker: string) =>
      graphql(
        asker,
        '($id: ID!, $message: ID!) { webhook(id: $id) { message(id: $message) { event body } } }',
        {
          id: webhook.id,
          message: message!.webhookId,
        },
      );
    expect((await bodyOf(product, key)).data.webhook.message).toEqual({
      event: 'product.created',
      body: product!.event.body,
    });
    expect((await bodyOf(delivery, account.key)).data.webhook.message.body).toBe(delivery!.event.body);
    const refused = await bodyOf(delivery, key);
    expectRefused(refused, 'deliveries:read');
    expect(JSON.stringify(refused)).not.toContain('total_value');

    const list = '($id: ID!) { webhookMessagePage(webhook: $id) { items { body } } }';
    const all = await graphql(key, list, { id: webhook.id });
    expectRefused(all, 'deliveries:read');
    expect(JSON.stringify(all)).not.toContain('total_value');
    // The type and the status belong to the webhook, and need no other scope.
    const without = await account.call('GET', `/webhooks/${webhook.id}/deliveries`, { key });
    expect(expectData(without)).toHaveLength(2);
  });

  it('of a test can be read by keys with webhooks:read', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    expectData(await account.call('POST', `/webhooks/${webhook.id}/test`));
    const [test] = await expectStatuses(service, webhook, ['succeeded']);
    const { key } = await account.issue(['webhooks:read']);
    const query = '($id: ID!) { webhookMessagePage(webhook: $id) { items { body } } }';
    const { data } = await graphql(key, query, { id: webhook.id });
    expect(data.webhookMessagePage.items).toEqual([{ body: test!.event.body }]);
  });

  it('that is resent is not shown to a key that cannot read it, and nothing is resent', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url, ['product.created']);
    await createProduct(account);
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    const { key } = await account.issue(['webhooks:write', 'deliveries:read']);
    const answer = await graphql(
      key,
      '($id: ID!, $message: ID!) { resendWebhookMessage(webhook: $id, message: $message) { body } }',
      { id: webhook.id, message: message!.webhookId },
      'mutation',
    );
    expectRefused(answer, 'products:read');
    expect(receiver.callbacks).toHaveLength(1);
  });
});

async function graphql(key: string, query: string, variables: object = {}, kind = 'query') {
  const body = { query: `${kind} ${query}`, variables };
  return (await request(service.url, 'POST', '//graphql', { key, body })).json;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the answer as it came
function expectRefused({ errors }: any, scope: Scope): void {
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining(scope),
    extensions: { code: 'insufficient_scope' },
  });
}
