import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError, expectErrors } from '../support/http/expect-answer.ts';
import { useService } from '../support/service/service.ts';
import { subscribe } from '../support/webhook/webhook.ts';

const service = useService({ allowPrivateNetworks: false });
const URL = 'https://hooks.example.com/provender';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

describe('POST /webhooks', () => {
  it('returns the webhook with its secret', async () => {
    const account = await createAccount(service);
    const answer = await account.call('POST', '/webhooks', {
      body: {
        url: URL,
        events: ['return.created', 'product.created', 'return.created'],
        description: ' To the ERP ',
      },
    });
    const webhook = expectData(answer, 201);
    expect(webhook).toEqual({
      id: expect.any(Number),
      url: URL,
      events: ['return.created', 'product.created'],
      description: 'To the ERP',
      status: 'active',
      consecutive_failures: 0,
      created_at: TIME,
      deactivated_at: null,
      deactivation_reason: null,
      secret: SECRET,
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/webhooks/${webhook.id}`);
  });

  it.each([
    [{}, ['url', 'events']],
    [{ url: URL }, ['events']],
    [{ url: URL, events: 'product.created' }, ['events']],
    [{ url: URL, events: ['product.created', 'product.deleted'] }, ['events[1]']],
    [{ url: URL, events: ['webhook.test'] }, ['events[0]']],
    [{ url: URL, events: [5] }, ['events[0]']],
    [{ url: 5, events: ['product.created'] }, ['url']],
    [{ url: 'http://hooks.example.com/', events: ['product.created'] }, ['url']],
    [{ url: 'https://127.1/', events: ['product.created'] }, ['url']],
    [{ url: 'https://me:secret@hooks.example.com/', events: ['product.created'] }, ['url']],
    [{ url: `https://hooks.example.com/${'é'.repeat(1_900)}`, events: ['product.created'] }, ['url']],
    [{ url: URL, events: ['product.created'], description: 'a'.repeat(2_001) }, ['description']],
    [{ url: URL, events: ['product.created'], description: 'a\0' }, ['description']],
    [{ url: URL, events: ['product.created'], secret: 'whsec_mine' }, ['secret']],
  ])('refuses %j', async (body, fields) => {
    const account = await createAccount(service);
    expectErrors(await account.call('POST', '/webhooks', { body }), 400, 'validation_error', fields);
  });

  it('refuses events of a resource that the key cannot read', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['webhooks:write', 'products:read']);
    const body = { url: URL, events: ['product.created', 'product.updated'] };
    const { id } = expectData(await account.call('POST', '/webhooks', { key, body }), 201);
    for (const [event, scope] of [
      ['delivery.created', 'deliveries:read'],
      ['return.created', 'returns:read'],
    ]) {
      const events = ['product.created', event];
      const refused = [
        await account.call('POST', '/webhooks', { key, body: { url: URL, events } }),
        await account.call('PATCH', `/webhooks/${id}`, { key, body: { events } }),
      ];
      for (const answer of refused) {
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.json.error.message).toContain(scope);
      }
    }
  });
});

describe('the secret', () => {
  it('is shown at creation and rotation, and nowhere else', async () => {
    const account = await createAccount(service);
    const { id, secret } = await subscribe(account, URL);
    const rotation = await account.call('POST', `/webhooks/${id}/rotate-secret`);
    const rotated = expectData(rotation);
    expect(rotated).toMatchObject({ id, status: 'active', secret: SECRET });
    expect(rotated.secret).not.toBe(secret);
    const others = [
      await account.call('GET', '/webhooks'),
      await account.call('GET', `/webhooks/${id}`),
      await account.call('PATCH', `/webhooks/${id}`, { body: { description: 'x' } }),
      await account.call('POST', `/webhooks/${id}/enable`),
      await account.call('POST', `/webhooks/${id}/test`),
      await account.call('GET', `/webhooks/${id}/deliveries`),
      await account.call('DELETE', `/webhooks/${id}`),
    ];
    expect(others.map(({ status }) => status)).toEqual(Array(7).fill(200));
    for (const { text } of others) expect(text).not.toMatch(/whsec_|secret/);
    expect(service.logged()).not.toContain('whsec_');
  });
});

describe('PATCH /webhooks/{id}', () => {
  it('changes only the given fields', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    const change = async (body: object) =>
      expectData(await account.call('PATCH', `/webhooks/${id}`, { body }));
    expect(await change({ url: 'https://other.example.com/' })).toMatchObject({
      url: 'https://other.example.com/',
      events: ['product.created'],
    });
    expect(await change({ events: ['return.created'], description: 'x', url: null })).toMatchObject({
      url: 'https://other.example.com/',
      events: ['return.created'],
      description: 'x',
    });
  });

  it.each([
    [{}, null],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ consecutive_failures: 0 }, 'consecutive_failures'],
  ])('refuses %j', async (body, field) => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    expectError(await account.call('PATCH', `/webhooks/${id}`, { body }), 400, 'validation_error', field);
  });
});

describe('GET /webhooks', () => {
  it('lists only the account’s, newest first, in pages', async () => {
    const account = await createAccount(service);
    await subscribe(await createAccount(service), URL);
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) ids.unshift((await subscribe(account, URL)).id);
    const answer = await account.call('GET', '/webhooks?per_page=2&page=1');
    expect(expectData(answer).map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(answer.json.pagination).toEqual({
      page: 1,
      per_page: 2,
      total: 3,
      total_pages: 2,
      has_more: true,
    });
    expect(answer.headers.get('Link')).toContain('rel="next"');
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('returns the deleted webhook, which then no longer exists', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    expect(expectData(await account.call('DELETE', `/webhooks/${id}`))).toEqual({ id, deleted: true });
    for (const [method, path, body] of endpointsOf(id)) {
      expectError(await account.call(method, path, { body }), 404, 'not_found');
    }
  });
});

describe('someone else’s webhook', () => {
  it('is not found, at any endpoint, and stays as it is', async () => {
    const [owner, stranger] = [await createAccount(service), await createAccount(service)];
    const { id } = await subscribe(owner, URL);
    for (const [method, path, body] of endpointsOf(id)) {
      expectError(await stranger.call(method, path, { body }), 404, 'not_found');
    }
    expect(expectData(await owner.call('GET', `/webhooks/${id}`))).toMatchObject({ id, url: URL });
  });
});

describe('an action', () => {
  it.each(['enable', 'rotate-secret', 'test', 'recover'])(
    '%s takes no body or an empty object',
    async (action) => {
      const account = await createAccount(service);
      const { id } = await subscribe(account, URL);
      const call = (options: Parameters<TestAccount['call']>[2]) =>
        account.call('POST', `/webhooks/${id}/${action}`, options);
      expectData(await call({}));
      expectData(await call({ body: {} }));
      expectError(await call({ body: { extra: 1 } }), 400, 'validation_error', 'extra');
      expectError(await call({ body: [] }), 400, 'validation_error');
      expectError(await call({ raw: '{' }), 400, 'invalid_json');
    },
  );
});

function endpointsOf(id: number): [method: string, path: string, body?: object][] {
  return [
    ['GET', `/webhooks/${id}`],
    ['PATCH', `/webhooks/${id}`, { url: 'https://taken.example.com/' }],
    ['GET', `/webhooks/${id}/deliveries`],
    ...['enable', 'rotate-secret', 'test', 'recover', 'deliveries/msg_1/resend'].map(
      (action): [string, string] => ['POST', `/webhooks/${id}/${action}`],
    ),
    ['DELETE', `/webhooks/${id}`],
  ];
}
