import { describe, expect, it } from 'vitest';
import { email } from '../../src/schema/core/noun/rules.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('an e-mail address', () => {
  it.each([
    'a@example.com',
    'einkauf@bäckerei-müller.de',
    'a@例え.jp',
    'a@xn--bckerei-5wa.de',
    'a@sub.ÖBB.at',
  ])('%s is taken as it is', (value) => {
    expect(email.parse(value)).toBe(value);
  });

  it.each([
    'bäckerei.de',
    'a@bäckerei',
    'a@bäck erei.de',
    'a@@bäckerei.de',
    'a@bä%63kerei.de',
    'a@ä..de',
    '@ä.de',
  ])('%s is refused', (value) => {
    expect(email.safeParse(value).success).toBe(false);
  });

  it('with an umlaut in its domain is taken over REST and returned as it came', async () => {
    const account = await createAccount(service);
    const body = { name: 'Müller', contact_email: 'einkauf@bäckerei-müller.de' };
    const { id } = expectData(await account.call('POST', '/supermarkets', { body }), 201);
    const read = expectData(await account.call('GET', `/supermarkets/${id}`));
    expect(read.contact_email).toBe(body.contact_email);
  });
});
