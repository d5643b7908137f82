import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { createKey, KEYS, REVOKE, ROTATE } from './api-keys.ts';
import { request } from '../../../support/http/http.ts';
import { useServices } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const [service, other] = useServices(2);

/** Returns the status for a key, from another process than the page's. */
const statusOf = async (key: string) => (await request(other!.url, 'GET', '/products', { key })).status;

describe('a key of the page', () => {
  it('cannot be used again once it is revoked', async () => {
    const visitor = await createSignedIn(service!);
    const [first, second] = [await createKey(visitor), await createKey(visitor)];
    expect(await visitor.data(REVOKE, { id: first.id })).toEqual({ revokeApiKey: first.id });
    expect([await statusOf(first.value), await statusOf(second.value)]).toEqual([401, 200]);
    const { apiKeys } = await visitor.data(KEYS);
    expect(apiKeys.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(await visitor.refusal(ROTATE, { id: first.id })).toMatchObject({ code: 'not_found' });
  });
});

it("leaves another account's keys alone, and does not reveal that they exist", async () => {
  const owner = await createAccount(service!);
  const { id, key } = await owner.issue(['products:read']);
  const visitor = await createSignedIn(service!);
  expect((await visitor.data(KEYS)).apiKeys).toEqual([]);
  for (const query of [ROTATE, REVOKE]) {
    const theirs = await visitor.refusal(query, { id: String(id) });
    expect(theirs).toMatchObject({ code: 'not_found' });
    expect(theirs).toEqual(await visitor.refusal(query, { id: '9007199254740991' }));
    expect(theirs).toEqual(await visitor.refusal(query, { id: 'no id at all' }));
  }
  expect(await statusOf(key)).toBe(200);
});
