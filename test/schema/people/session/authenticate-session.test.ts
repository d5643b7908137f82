import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { createAuthenticateSession } from '../../../../src/schema/people/session/authenticate-session.ts';
import { hashOfToken, newToken } from '../../../../src/schema/people/session/token.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

/** Stores a session that is valid for so many days. */
async function sessionFor({ id }: { id: bigint }, days: number): Promise<string> {
  const token = newToken();
  await service.database.pool.query(
    `INSERT INTO sessions (account_id, person_id, token_hash, expires_at)
     SELECT account_id, id, $2, now() + $3 * interval '1 day' FROM people WHERE account_id = $1`,
    [id, hashOfToken(token), days],
  );
  return token;
}

it('distinguishes sessions that arrive together, with one query', async () => {
  const [one, other] = [await createAccount(service), await createAccount(service)];
  const [first, second] = [await sessionFor(one, 30), await sessionFor(other, 30)];
  const tokens = [first, newToken(), second, await sessionFor(other, -1), 'no token', undefined, first];
  const authenticate = createAuthenticateSession(service.database.pool);
  const queries = vi.spyOn(Client.prototype, 'query');
  const sessions = await Promise.all(tokens.map((token) => authenticate(token)));
  const names = queries.mock.calls.map(([query]) => (query as unknown as { name: string }).name);
  queries.mockRestore();
  expect(names.filter((name) => name === 'session-by-token')).toHaveLength(1);
  const accounts = sessions.map((session) => session && session.caller.accountId);
  expect(accounts).toEqual([one.id, null, other.id, null, null, null, one.id]);
});

it('checks a session again by its id, with its account and its end', async () => {
  const [account, other] = [await createAccount(service), await createAccount(service)];
  const authenticate = createAuthenticateSession(service.database.pool);
  const { caller } = (await authenticate(await sessionFor(account, 30)))!;
  expect(await authenticate.again(caller)).toEqual(caller);
  await expect(authenticate.again({ ...caller, accountId: other.id })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await service.database.pool.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [caller.sessionId],
  );
  await expect(authenticate.again(caller)).rejects.toMatchObject({ code: 'unauthorized' });
});
