import type { Member } from './grants.ts';

/** Types that only a signed-in user can read; no key can, whatever its scopes. */
export const SESSIONS_TYPES = ['ApiKey', 'ApiKeyWithValue', 'RequestCount', 'RequestFailures', 'Session'];
const SESSIONS_FIELDS = ['Account.email', 'Account.requestCounts', 'Account.requestFailures'];
export const SESSIONS_ROOTS = [
  'Query.apiKeys',
  'Query.sessions',
  'Mutation.changeEmail',
  'Mutation.changePassword',
  'Mutation.createApiKey',
  'Mutation.endSession',
  'Mutation.revokeApiKey',
  'Mutation.rotateApiKey',
  'Mutation.signOut',
  'Mutation.signOutEverywhere',
  'Mutation.updateAccount',
];

/** Root fields that anybody can use, and those for signing in. */
export const PUBLIC_ROOTS = ['Query.session', 'Query.signUpAllowed'];
export const SIGNING_IN = ['Mutation.signIn', 'Mutation.signUp'];

export function isForSessionsOnly({ name, type }: Member): boolean {
  return SESSIONS_TYPES.includes(type.name) || [...SESSIONS_FIELDS, ...SESSIONS_ROOTS].includes(name);
}

export function isPublic({ name }: Member): boolean {
  return [...PUBLIC_ROOTS, ...SIGNING_IN].includes(name);
}
