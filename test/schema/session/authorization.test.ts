import { expect, it } from 'vitest';
import { SCOPES } from '../../../src/schema/caller/scopes.ts';
import { schema } from '../../../src/schema/index.ts';
import { denial, membersOf, SESSION } from '../../support/graphql/grants.ts';
import { isForSessionsOnly, PUBLIC_ROOTS, SIGNING_IN } from '../../support/graphql/session-members.ts';

const members = membersOf(schema);
const memberOf = (name: string) => members.find((each) => each.name === name)!;

it.each(PUBLIC_ROOTS)('grants %s to anyone', async (name) => {
  expect(await denial(memberOf(name), null)).toBeUndefined();
});

it.each(members.filter(isForSessionsOnly))('denies $name to a key with every scope', async (member) => {
  const denied = await denial(member, SCOPES);
  expect(denied?.message).toBe('API keys cannot do this. Sign in to the web page at /settings');
  expect(denied?.code).toBe('insufficient_scope');
});

it.each(members.filter((member) => !SIGNING_IN.includes(member.name)))(
  'grants $name to a session',
  async (member) => {
    expect(await denial(member, SESSION)).toBeUndefined();
  },
);

it.each(SIGNING_IN)('accepts no key for %s', async (name) => {
  expect(await denial(memberOf(name), SCOPES)).toMatchObject({ code: 'insufficient_scope' });
});
