import { describe, expect, it } from 'vitest';
import { PATIENCE, readLiveAs } from '../../../support/graphql/live.ts';
import { useServices } from '../../../support/service/service.ts';
import { createSignedIn, createTwoSignedIn, isSignedIn } from '../../../support/service/visitor.ts';

const [here, there] = useServices(2);

describe('the sessions of an account', () => {
  it('are listed with the current one marked, and not for other accounts', async () => {
    const { first } = await createTwoSignedIn(here!, there!);
    await createSignedIn(here!);
    const { sessions } = await first.data('{ sessions { id isCurrent userAgent } }');
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
  });

  it('can be ended by id, at once in every process', async () => {
    const { first, second } = await createTwoSignedIn(here!, there!);
    const { session } = await second.data('{ session { id } }');
    const { endSession } = await first.data(`mutation { endSession(id: "${session.id}") }`);
    expect(endSession).toBe(session.id);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
  });

  it('can be ended by id from the same session too', async () => {
    const { first } = await createTwoSignedIn(here!, there!);
    const { session } = await first.data('{ session { id } }');
    await first.data(`mutation { endSession(id: "${session.id}") }`);
    expect(first.cookies.has('provender_session')).toBe(false);
  });

  it('cannot be ended by another account', async () => {
    const { first } = await createTwoSignedIn(here!, there!);
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
    const { first, second } = await createTwoSignedIn(here!, there!);
    const token = first.cookies.get('provender_session')!;
    const { json } = await first.ask(
      'mutation { signOut again: signOut createApiKey(input: {name: "k", scopes: ["products:read"]}) { value } }',
    );
    expect(json.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
    expect(first.cookies.has('provender_session')).toBe(false);
    first.cookies.set('provender_session', token);
    expect(await isSignedIn(first)).toBe(false);
    expect(await isSignedIn(second)).toBe(true);
  });

  it('end everywhere at once, except those of other accounts', async () => {
    const { first, second, user } = await createTwoSignedIn(here!, there!);
    const stranger = await createSignedIn(there!);
    const { signOutEverywhere } = await first.data('mutation { signOutEverywhere }');
    expect(signOutEverywhere).toBe(2);
    for (const visitor of [first, second]) expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(stranger)).toBe(true);
    await first.signIn(user.email);
    expect(await isSignedIn(first)).toBe(true);
  });
});

describe('a live stream of a session', () => {
  it('ends with the session, in any process', async () => {
    const visitor = await createSignedIn(here!);
    const reader = await readLiveAs(there!, visitor);
    expect(reader.status).toBe(200);
    await visitor.data('mutation { signOut }');
    await expect.poll(reader.hasEnded, PATIENCE).toBe(true);
    const { errors } = reader.messages.find(({ event }) => event === 'next')!.data;
    expect(errors[0].extensions.code).toBe('unauthorized');
  });
});
