import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { useService } from '../support/service/service.ts';
import { endpointsOf } from '../support/webhook/endpoints.ts';
import { subscribe } from '../support/webhook/webhook.ts';

const service = useService({ allowPrivateNetworks: false });
const URL = 'https://hooks.example.com/provender';
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

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
