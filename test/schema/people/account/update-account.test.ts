import { describe, expect, it } from 'vitest';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const service = useService();
const UPDATE =
  'mutation($input: UpdateAccountInput!) { updateAccount(input: $input) { name currency } account: updateAccount(input: $input) { id } }';

describe('the account', () => {
  it.each<[string, object, object]>([
    ['its name', { name: ' Green Farm ' }, { name: 'Green Farm', currency: 'EUR' }],
    ['its currency', { currency: 'CHF' }, { name: 'Supplier', currency: 'CHF' }],
    ['both', { name: 'Farm', currency: 'JPY' }, { name: 'Farm', currency: 'JPY' }],
    ['its name alone', { name: 'Farm' }, { name: 'Farm', currency: 'EUR' }],
  ])('can change %s', async (_what, input, account) => {
    const visitor = await createSignedIn(service);
    expect((await visitor.data(UPDATE, { input })).updateAccount).toEqual(account);
    expect((await visitor.data('{ account { name currency } }')).account).toEqual(account);
  });

  it.each<[string, object, string | null]>([
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a currency that is none', { currency: 'ABC' }, 'currency'],
    ['a currency in small letters', { currency: 'eur' }, 'currency'],
    ['a sign of a currency', { currency: '€' }, 'currency'],
    ['an empty currency', { currency: '' }, 'currency'],
    ['a currency of null', { name: 'Farm', currency: null }, 'currency'],
    ['nothing', {}, null],
  ])('refuses %s', async (_what, input, field) => {
    const visitor = await createSignedIn(service);
    expect(await visitor.refusal(UPDATE, { input })).toMatchObject({ code: 'validation_error', field });
    expect((await visitor.data('{ account { name currency } }')).account).toEqual({
      name: 'Supplier',
      currency: 'EUR',
    });
  });
});

it('shows the windows of the plan, in which neither reads nor changes by the page count', async () => {
  const visitor = await createSignedIn(service);
  const { createApiKey } = await visitor.data(
    'mutation { createApiKey(input: {name: "k", scopes: ["products:read"]}) { value } }',
  );
  const headers = { Authorization: `Bearer ${createApiKey.value}` };
  for (let sent = 0; sent < 3; sent++) await fetch(`${service.url}/api/v1/products`, { headers });
  for (let asked = 0; asked < 15; asked++) {
    const { account } = await visitor.data(
      '{ account { usage { hour { limit remaining } minute { remaining } } } }',
    );
    expect(account.usage).toEqual({ hour: { limit: 60, remaining: 57 }, minute: { remaining: 7 } });
  }
});
