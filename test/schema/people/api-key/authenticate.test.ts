import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { createAuthenticate } from '../../../../src/schema/people/api-key/authenticate.ts';
import { newKey } from '../../../../src/schema/people/api-key/key-format.ts';
import { revokeKey } from '../../../../src/schema/people/api-key/revoke-key.ts';
import { rotateKey } from '../../../../src/schema/people/api-key/rotate-key.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

it('distinguishes keys that arrive together, with one query', async () => {
  const [one, other] = [await createAccount(service), await createAccount(service)];
  const [rotated, revoked] = [await one.issue(['products:read']), await other.issue(['products:read'])];
  const { key: successor } = await rotateKey(service.database.prisma, { id: rotated.id }, 60);
  await revokeKey(service.database.prisma, { id: revoked.id });
  const keys = [one.key, newKey(), other.key, rotated.key, successor, revoked.key, one.key];
  const authenticate = createAuthenticate(service.database.pool);
  const all = () => Promise.allSettled(keys.map((key) => authenticate(`Bearer ${key}`)));
  const queries = vi.spyOn(Client.prototype, 'query');
  const results = await all();
  const names = queries.mock.calls.map(([query]) => (query as unknown as { name: string }).name);
  expect(names.filter((name) => name === 'authenticate')).toHaveLength(1);
  queries.mockRestore();
  const accounts = results.map((result) => (result.status === 'fulfilled' ? result.value.accountId : null));
  expect(accounts).toEqual([one.id, null, other.id, one.id, one.id, null, one.id]);
});
