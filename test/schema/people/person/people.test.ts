import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { ACCEPT, invite, INVITE, join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor, isSignedIn, type Visitor } from '../../../support/service/visitor.ts';

const service = useService();

const REMOVE = 'mutation($id: ID!) { removePerson(id: $id) }';
const CHANGE = 'mutation($id: ID!, $role: Role!) { changeRole(id: $id, role: $role) { role } }';
const CREATE_KEY = `mutation($scopes: [String!]!) {
  createApiKey(input: { name: "k", scopes: $scopes }) { apiKey { id } }
}`;

const peopleOf = async (owner: Visitor) => (await owner.data('{ people { id email role } }')).people;
const ownId = async (visitor: Visitor) =>
  (await visitor.data('{ session { person { id } } }')).session.person.id;

describe('an invitation', () => {
  it('makes its person one of the account, once', async () => {
    const owner = await createSignedIn(service);
    const { token, link, isMailed, email } = await invite(owner, 'member');
    expect(link).toBe(`${service.url}/settings/invitation#${token}`);
    expect(isMailed).toBe(false);
    const visitor = createVisitor(service);
    const offer = 'query($token: String!) { invitationOffer(token: $token) { company email role } }';
    const offered = { company: 'Supplier', email, role: 'MEMBER' };
    expect(await visitor.data(offer, { token })).toEqual({ invitationOffer: offered });
    const { acceptInvitation } = await visitor.data(ACCEPT, { token, password: PASSWORD });
    expect(acceptInvitation).toMatchObject({
      account: { id: String(owner.user.id) },
      person: { email, name: 'Ann', role: 'MEMBER' },
    });
    expect(await createVisitor(service).refusal(ACCEPT, { token, password: PASSWORD })).toMatchObject({
      code: 'validation_error',
      field: 'token',
    });
    expect(await visitor.data(offer, { token })).toEqual({ invitationOffer: null });
    expect((await createVisitor(service).signIn(email)).json.errors).toBeUndefined();
    // The account keeps the address of its owner.
    expect(await visitor.data('{ account { email } }')).toEqual({ account: { email: owner.user.email } });
  });

  it('ends when it is revoked, replaced or expired', async () => {
    const owner = await createSignedIn(service);
    const [revoked, expired] = [await invite(owner, 'viewer'), await invite(owner, 'viewer')];
    await owner.data('mutation($id: ID!) { revokeInvitation(id: $id) }', { id: revoked.invitation.id });
    await service.database.pool.query(
      `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [expired.invitation.id],
    );
    const replaced = await invite(owner, 'viewer');
    await invite(owner, 'viewer', replaced.email);
    for (const { token } of [revoked, expired, replaced]) {
      expect(await createVisitor(service).refusal(ACCEPT, { token, password: PASSWORD })).toMatchObject({
        code: 'validation_error',
      });
    }
    expect((await owner.data('{ invitations { email } }')).invitations).toEqual([{ email: replaced.email }]);
  });

  it('is refused for a person of the account, and beyond 20', async () => {
    const owner = await createSignedIn(service);
    const again = { email: owner.user.email, name: 'Ann', role: 'VIEWER' };
    expect(await owner.refusal(INVITE, { input: again })).toMatchObject({ field: 'email' });
    await service.database.pool.query(
      `INSERT INTO invitations (account_id, email, name, role, token_hash, expires_at)
       SELECT $1, n || '@invited.example', 'Ann', 'viewer', sha256(n::text::bytea), now() + interval '1 day'
       FROM generate_series(1, 20) AS n`,
      [owner.user.id],
    );
    const one = { email: 'one-more@supplier.example', name: 'Ann', role: 'VIEWER' };
    expect(await owner.refusal(INVITE, { input: one })).toMatchObject({ code: 'quota_exceeded' });
  });

  it('cannot take the address of another account', async () => {
    const [owner, other] = [await createSignedIn(service), await createSignedIn(service)];
    const input = { email: other.user.email, name: 'Ann', role: 'VIEWER' };
    const { link } = (await owner.data(INVITE, { input })).invitePerson;
    const token = String(link).split('#').at(-1);
    expect(await createVisitor(service).refusal(ACCEPT, { token, password: PASSWORD })).toMatchObject({
      message: 'email is already in use',
    });
  });
});

describe('people', () => {
  it('sign in and out for themselves', async () => {
    const owner = await createSignedIn(service);
    const { visitor } = await join(service, owner, 'viewer');
    expect((await owner.data('{ sessions { id } }')).sessions).toHaveLength(1);
    await visitor.data('mutation { signOutEverywhere }');
    expect([await isSignedIn(owner), await isSignedIn(visitor)]).toEqual([true, false]);
  });

  it('are removed with their sessions', async () => {
    const owner = await createSignedIn(service);
    const { visitor, id, email } = await join(service, owner, 'developer');
    await owner.data(REMOVE, { id });
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await createVisitor(service).signIn(email)).json.errors).toHaveLength(1);
    expect(await owner.refusal(REMOVE, { id })).toMatchObject({ code: 'not_found' });
  });

  it('get the permissions of a new role with the next request', async () => {
    const owner = await createSignedIn(service);
    const { visitor, id } = await join(service, owner, 'owner');
    await owner.data(CHANGE, { id, role: 'VIEWER' });
    expect(await visitor.refusal('{ people { id } }')).toMatchObject({ code: 'insufficient_scope' });
  });

  it('of other accounts are not found', async () => {
    const [owner, other] = [await createSignedIn(service), await createSignedIn(service)];
    const id = await ownId(other);
    expect(await owner.refusal(REMOVE, { id })).toMatchObject({ code: 'not_found' });
    expect(await owner.refusal(CHANGE, { id, role: 'VIEWER' })).toMatchObject({ code: 'not_found' });
  });

  it('make and rotate keys only with the scopes of their role', async () => {
    const owner = await createSignedIn(service);
    const { visitor } = await join(service, owner, 'developer');
    const { createApiKey } = await owner.data(CREATE_KEY, { scopes: ['products:write'] });
    expect(await visitor.refusal(CREATE_KEY, { scopes: ['products:write'] })).toMatchObject({
      code: 'insufficient_scope',
    });
    const rotate = 'mutation($id: ID!) { rotateApiKey(id: $id) { value } }';
    expect(await visitor.refusal(rotate, { id: createApiKey.apiKey.id })).toMatchObject({
      code: 'insufficient_scope',
    });
    await visitor.data(CREATE_KEY, { scopes: ['products:read'] });
  });
});

describe('the last owner', () => {
  it('stays an owner', async () => {
    const owner = await createSignedIn(service);
    await join(service, owner, 'member');
    const id = await ownId(owner);
    expect(await owner.refusal(REMOVE, { id })).toMatchObject({ code: 'validation_error', field: 'id' });
    expect(await owner.refusal(CHANGE, { id, role: 'MEMBER' })).toMatchObject({ field: 'id' });
  });

  it('remains when two owners remove each other at once', async () => {
    const first = await createSignedIn(service);
    const second = await join(service, first, 'owner');
    const firstId = await ownId(first);
    const answers = await Promise.all([
      first.ask(REMOVE, { variables: { id: second.id } }),
      second.visitor.ask(REMOVE, { variables: { id: firstId } }),
    ]);
    expect(answers.filter(({ json }) => json.errors)).toHaveLength(1);
    const { rows } = await service.database.pool.query(
      `SELECT person.role, person.email = account.email AS "isAddress"
       FROM people person JOIN accounts account ON account.id = person.account_id WHERE account.id = $1`,
      [first.user.id],
    );
    expect(rows).toEqual([{ role: 'owner', isAddress: true }]);
  });

  it('gets the address of the account from an owner who leaves', async () => {
    const first = await createSignedIn(service);
    const second = await join(service, first, 'owner');
    await first.data(REMOVE, { id: await ownId(first) });
    expect(await isSignedIn(first)).toBe(false);
    expect(await second.visitor.data('{ account { email } }')).toEqual({ account: { email: second.email } });
    expect(await peopleOf(second.visitor)).toHaveLength(1);
  });
});
