import { expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { change } from '../../../support/webhook/alerts.ts';

const service = useService({ allowPrivateNetworks: false });

it.each([
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'http://a.example/',
])('alerts are not posted to %s', async (url) => {
  const account = await createAccount(service);
  expect(await change(account, { url })).toMatchObject({
    extensions: { code: 'validation_error', field: 'url' },
  });
  expect(await change(account, { url: 'https://a.example/' })).toMatchObject({
    settings: { url: 'https://a.example/' },
  });
});
