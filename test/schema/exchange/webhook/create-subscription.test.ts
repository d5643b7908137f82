import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import { useService } from '../../../support/service/service.ts';

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
