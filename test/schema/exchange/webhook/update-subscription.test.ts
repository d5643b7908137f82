import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { useService } from '../../../support/service/service.ts';
import { subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ allowPrivateNetworks: false });
const URL = 'https://hooks.example.com/provender';

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
    expect(await change({ events: ['return.created'], description: 'x' })).toMatchObject({
      url: 'https://other.example.com/',
      events: ['return.created'],
      description: 'x',
    });
  });

  it.each([
    [{}, null],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ description: 'x', url: null }, 'url'],
    [{ consecutive_failures: 0 }, 'consecutive_failures'],
  ])('refuses %j', async (body, field) => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    expectError(await account.call('PATCH', `/webhooks/${id}`, { body }), 400, 'validation_error', field);
  });
});
