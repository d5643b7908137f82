import { expect, it } from 'vitest';
import { webhookSecret } from '../../../src/schema/secret/secret-box.ts';
import { createAccount } from '../../support/service/account.ts';
import { expectData, expectError } from '../../support/http/expect-answer.ts';
import { secrets } from '../../support/service/secrets.ts';
import { useService } from '../../support/service/service.ts';
import { stored, subscribe } from '../../support/webhook/webhook.ts';

const service = useService();
const URL = 'https://hooks.example.com/';

it('keeps the secret before, and only that, besides the new one', async () => {
  const account = await createAccount(service);
  const webhook = await subscribe(account, URL);
  const rotate = async () =>
    expectData(await account.call('POST', `/webhooks/${webhook.id}/rotate-secret`)).secret as string;
  const [second, third] = [await rotate(), await rotate()];
  expect(new Set([webhook.secret, second, third]).size).toBe(3);
  const { secret, previousSecret } = await stored(service, webhook);
  const opened = [secret, previousSecret].map((sealed) =>
    secrets.open(sealed!, webhookSecret(account.id, BigInt(webhook.id))),
  );
  expect(opened).toEqual([third, second]);
});

it('does not find the webhook of another account', async () => {
  const webhook = await subscribe(await createAccount(service), URL);
  const stranger = await createAccount(service);
  expectError(await stranger.call('POST', `/webhooks/${webhook.id}/rotate-secret`), 404, 'not_found');
  expect((await stored(service, webhook)).previousSecret).toBe(null);
});
