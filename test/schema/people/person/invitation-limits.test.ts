import { describe, expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { ACCEPT, INVITE, invite, join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor } from '../../../support/service/visitor.ts';

const service = useService();
const OFFER = 'query ($token: String!) { invitationOffer(token: $token) { email } }';
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(id: $id) }';

it('an invitation that expires while it is accepted makes nobody a person', async () => {
  const owner = await createSignedIn(service);
  const { token, email } = await invite(owner, 'viewer');
  const { id } = owner.user;
  const refusal = await whileLocked(
    service,
    {
      lock: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE',
      values: [id],
      change: (client) =>
        client.query(
          `UPDATE invitations SET expires_at = now() - interval '1 minute' WHERE account_id = $1`,
          [id],
        ),
    },
    () => createVisitor(service).refusal(ACCEPT, { token, password: PASSWORD }),
  );
  expect(refusal).toMatchObject({ code: 'validation_error', field: 'token' });
  expect(await owner.data(OFFER, { token })).toEqual({ invitationOffer: null });
  expect((await owner.data('{ invitations { id } }')).invitations).toEqual([]);
  expect((await owner.data('{ people { email } }')).people).not.toContainEqual({ email });
});

it('an invitation is revoked by its account only', async () => {
  const [owner, stranger] = [await createSignedIn(service), await createSignedIn(service)];
  const { token, email, invitation } = await invite(owner, 'viewer');
  expect(await stranger.refusal(REVOKE, { id: invitation.id })).toMatchObject({ code: 'not_found' });
  expect((await stranger.data('{ invitations { id } }')).invitations).toEqual([]);
  expect(await owner.data(OFFER, { token })).toEqual({ invitationOffer: { email } });
});

it('an account has at most 50 people', async () => {
  const owner = await createSignedIn(service);
  const { token } = await invite(owner, 'viewer');
  await service.database.pool.query(
    `INSERT INTO people (account_id, email, name, role, password_hash)
     SELECT $1::bigint, 'person-' || n || '-' || $1::bigint, 'Ann', 'viewer', '!' FROM generate_series(2, 50) AS n`,
    [owner.user.id],
  );
  const visitor = createVisitor(service);
  expect(await visitor.refusal(ACCEPT, { token, password: PASSWORD })).toMatchObject({
    code: 'quota_exceeded',
  });
  await service.database.pool.query(
    `DELETE FROM people WHERE account_id = $1::bigint AND email = 'person-50-' || $1::bigint`,
    [owner.user.id],
  );
  expect(
    (await visitor.ask(ACCEPT, { variables: { token, password: PASSWORD } })).json.errors,
  ).toBeUndefined();
});

it('an account invites at most 40 people a day', async () => {
  const owner = await createSignedIn(service);
  await invite(owner, 'viewer');
  const used = await service.database.pool.query(
    `UPDATE rate_limits SET points = 39 WHERE key = 'guess-invitation:' || $1::text`,
    [owner.user.id],
  );
  expect(used.rowCount).toBe(1);
  await invite(owner, 'viewer');
  const input = { email: 'one-more@supplier.example', name: 'Ann', role: 'VIEWER' };
  expect(await owner.refusal(INVITE, { input })).toMatchObject({ code: 'rate_limited' });
});

describe('an owner who loses the role while a request waits', () => {
  it.each([
    ['removes nobody', 'mutation ($id: ID!) { removePerson(id: $id) }'],
    ['changes no role', 'mutation ($id: ID!) { changeRole(id: $id, role: MEMBER) { id } }'],
    [
      'gives no new password',
      'mutation ($id: ID!, $password: String!) { resetPasswordOf(id: $id, password: $password) { newPassword } }',
    ],
    [
      'turns off no second factor',
      'mutation ($id: ID!, $password: String!) { stopSecondFactorOf(id: $id, password: $password) }',
    ],
  ])('%s, and is told the role', async (_what, mutation) => {
    const first = await createSignedIn(service);
    const second = await join(service, first, 'owner');
    const third = await join(service, first, 'viewer');
    const password = mutation.includes('$password') ? { password: PASSWORD } : {};
    const refusal = await whileLocked(
      service,
      {
        lock: 'SELECT FROM people WHERE account_id = $1 FOR UPDATE',
        values: [first.user.id],
        change: (client) => client.query(`UPDATE people SET role = 'viewer' WHERE id = $1`, [second.id]),
      },
      () => second.visitor.refusal(mutation, { id: third.id, ...password }),
    );
    expect(refusal).toMatchObject({
      code: 'insufficient_scope',
      problem: 'role_forbidden',
      values: { role: 'viewer' },
    });
    const { people } = await first.data('{ people { id role } }');
    expect(people).toContainEqual({ id: third.id, role: 'VIEWER' });
  });
});
