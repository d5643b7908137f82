import { describe, expect, it } from 'vitest';
import { PATIENCE, readLive } from '../../support/graphql/live.ts';
import { PASSWORD } from '../../support/service/open-session.ts';
import { useServices } from '../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor } from '../../support/service/visitor.ts';

const [here, there] = useServices(2);
const NEW_PASSWORD = 'battery staple correct';
const CHANGE =
  'mutation($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) { id isCurrent } }';

/** Signs two browsers in to one account, at two processes. */
async function createTwo() {
  const user = await createUser(here!);
  const [first, second] = [createVisitor(here!), createVisitor(there!)];
  await first.signIn(user.email);
  await second.signIn(user.email);
  return { user, first, second };
}

const isSignedIn = async (visitor: Pick<ReturnType<typeof createVisitor>, 'data'>) =>
  (await visitor.data('{ session { id } }')).session !== null;

describe('the sessions of an account', () => {
  it('are listed with the current one marked, and not for other accounts', async () => {
    const { first } = await createTwo();
    await createSignedIn(here!);
    const { sessions } = await first.data('{ sessions { id isCurrent userAgent } }');
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
  });

  it('can be ended by id, at once in every process', async () => {
    const { first, second } = await createTwo();
    const { session } = await second.data('{ session { id } }');
    const { endSession } = await first.data(`mutation { endSession(id: "${session.id}") }`);
    expect(endSession).toBe(session.id);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
  });

  it('can be ended by id from the same session too', async () => {
    const { first } = await createTwo();
    const { session } = await first.data('{ session { id } }');
    await first.data(`mutation { endSession(id: "${session.id}") }`);
    expect(first.cookies.has('provender_session')).toBe(false);
  });

  it('cannot be ended by another account', async () => {
    const { first } = await createTwo();
    const stranger = await createSignedIn(here!);
    const { session } = await first.data('{ session { id } }');
    const end = (id: string) => stranger.refusal(`mutation { endSession(id: "${id}") }`);
    const theirs = await end(session.id);
    expect(theirs).toMatchObject({ code: 'not_found' });
    expect(theirs).toEqual(await end('9007199254740991'));
    expect(theirs).toEqual(await end('no id at all'));
    expect(await isSignedIn(first)).toBe(true);
  });

  it('end with signing out, and with them the permissions of the rest of the operation', async () => {
    const { first, second } = await createTwo();
    const token = first.cookies.get('provender_session')!;
    const { json } = await first.ask(
      'mutation { signOut again: signOut createApiKey(input: {name: "k", scopes: ["products:read"]}) { value } }',
    );
    expect(json.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
      'unauthorized',
    ]);
    expect(first.cookies.has('provender_session')).toBe(false);
    first.cookies.set('provender_session', token);
    expect(await isSignedIn(first)).toBe(false);
    expect(await isSignedIn(second)).toBe(true);
  });

  it('end everywhere at once, except those of other accounts', async () => {
    const { first, second, user } = await createTwo();
    const stranger = await createSignedIn(there!);
    const { signOutEverywhere } = await first.data('mutation { signOutEverywhere }');
    expect(signOutEverywhere).toBe(2);
    for (const visitor of [first, second]) expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(stranger)).toBe(true);
    await first.signIn(user.email);
    expect(await isSignedIn(first)).toBe(true);
  });
});

describe('a change of the password', () => {
  it('ends all other sessions, and gives this one a new token', async () => {
    const { first, second, user } = await createTwo();
    const before = first.cookies.get('provender_session')!;
    const { changePassword } = await first.data(CHANGE, { old: PASSWORD, new: NEW_PASSWORD });
    expect(changePassword.isCurrent).toBe(true);
    expect(first.cookies.get('provender_session')).not.toBe(before);
    expect(await isSignedIn(first)).toBe(true);
    expect(await isSignedIn(second)).toBe(false);

    const thief = createVisitor(here!);
    thief.cookies.set('provender_session', before);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await second.signIn(user.email)).json.errors).toHaveLength(1);
    expect((await second.signIn(user.email, NEW_PASSWORD)).json.errors).toBeUndefined();
  });

  it('happens once when two requests race', async () => {
    const { first, second } = await createTwo();
    const answers = await Promise.all(
      [first, second].map((visitor, index) =>
        visitor.ask(CHANGE, { variables: { old: PASSWORD, new: `${NEW_PASSWORD} ${index}` } }),
      ),
    );
    expect(answers.filter(({ json }) => json.errors === undefined)).toHaveLength(1);
    const signedIn = await Promise.all([first, second].map(isSignedIn));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it.each<[string, string, string, string]>([
    ['a current one that is wrong', 'not this one', NEW_PASSWORD, 'currentPassword'],
    ['no current one', '', NEW_PASSWORD, 'currentPassword'],
    ['a new one that is too short', PASSWORD, '1234567', 'newPassword'],
    ['a new one that is too long', PASSWORD, 'x'.repeat(201), 'newPassword'],
  ])('refuses %s', async (_what, current, next, field) => {
    const visitor = await createSignedIn(here!);
    expect(await visitor.refusal(CHANGE, { old: current, new: next })).toMatchObject({
      code: 'validation_error',
      field,
    });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it('does not affect API keys', async () => {
    const visitor = await createSignedIn(here!);
    const { createApiKey } = await visitor.data(
      'mutation { createApiKey(input: {name: "k", scopes: ["products:read"]}) { value } }',
    );
    await visitor.data(CHANGE, { old: PASSWORD, new: NEW_PASSWORD });
    const { status } = await fetch(`${here!.url}/api/v1/products`, {
      headers: { Authorization: `Bearer ${createApiKey.value}` },
    });
    expect(status).toBe(200);
  });
});

describe('a live stream of a session', () => {
  it('ends with the session, in any process', async () => {
    const visitor = await createSignedIn(here!);
    const reader = await open(visitor);
    expect(reader.status).toBe(200);
    await visitor.data('mutation { signOut }');
    await expect.poll(reader.hasEnded, PATIENCE).toBe(true);
    const { errors } = reader.messages.find(({ event }) => event === 'next')!.data;
    expect(errors[0].extensions.code).toBe('unauthorized');
  });

  it('continues when only its token changes', async () => {
    const visitor = await createSignedIn(here!);
    const reader = await open(visitor);
    const other = await open(await createSignedIn(here!));
    await visitor.data(CHANGE, { old: PASSWORD, new: NEW_PASSWORD });
    await here!.database.pool.query('DELETE FROM sessions WHERE account_id <> $1', [visitor.user.id]);
    // Once this one has been checked again, so has the first.
    await expect.poll(other.hasEnded, PATIENCE).toBe(true);
    const { createProduct } = await visitor.data(
      'mutation { createProduct(input: {name: "Bread", weight: 1, price: 1, category: "bakery"}) { id } }',
    );
    await expect.poll(() => reader.events().length, PATIENCE).toBe(1);
    expect(reader.events()[0]!.data.product_id).toBe(Number(createProduct.id));
  });
});

function open(visitor: { cookies: Map<string, string> }) {
  const Cookie = `provender_session=${visitor.cookies.get('provender_session')}`;
  return readLive(there!.url, { headers: { Origin: there!.url, Cookie } });
}
