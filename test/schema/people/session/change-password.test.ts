import { describe, expect, it } from 'vitest';
import { PATIENCE, readLiveAs } from '../../../support/graphql/live.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useServices } from '../../../support/service/service.ts';
import {
  createSignedIn,
  createTwoSignedIn,
  createVisitor,
  isSignedIn,
} from '../../../support/service/visitor.ts';

const [here, there] = useServices(2);
const NEW_PASSWORD = 'battery staple correct';
const CHANGE =
  'mutation($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) { id isCurrent } }';

describe('a change of the password', () => {
  it('ends all other sessions, and gives this one a new token', async () => {
    const { first, second, user } = await createTwoSignedIn(here!, there!);
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
    const { first, second } = await createTwoSignedIn(here!, there!);
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
  it('continues when only its token changes', async () => {
    const visitor = await createSignedIn(here!);
    const reader = await readLiveAs(there!, visitor);
    const other = await readLiveAs(there!, await createSignedIn(here!));
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
