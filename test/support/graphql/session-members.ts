import type { Member } from './grants.ts';

/** Types that only a signed-in user can read; no key can, whatever its scopes. */
export const SESSIONS_TYPES = [
  'ApiKey',
  'ApiKeyWithValue',
  'AuditEntry',
  'AuditEntryConnection',
  'AuditEntryEdge',
  'Invitation',
  'InvitationWithLink',
  'Person',
  'PersonWithPassword',
  'RecoveryCodes',
  'RequestCount',
  'RequestFailures',
  'SecondFactorSetup',
  'Session',
  'Stop',
  'StopLine',
  'StopLot',
  'TextConflict',
];
const SESSIONS_FIELDS = ['Account.email', 'Account.requestCounts', 'Account.requestFailures'];
export const SESSIONS_ROOTS = [
  'Query.apiKeys',
  'Query.auditLog',
  'Query.invitations',
  'Query.people',
  'Query.sessions',
  'Query.stop',
  'Query.stops',
  'Query.textConflicts',
  'Mutation.changeEmail',
  'Mutation.changeName',
  'Mutation.changePassword',
  'Mutation.changeRole',
  'Mutation.completeStop',
  'Mutation.confirmSecondFactor',
  'Mutation.confirmStop',
  'Mutation.createApiKey',
  'Mutation.dispatchStop',
  'Mutation.endSession',
  'Mutation.invitePerson',
  'Mutation.removePerson',
  'Mutation.renewRecoveryCodes',
  'Mutation.resetPasswordOf',
  'Mutation.revokeApiKey',
  'Mutation.revokeInvitation',
  'Mutation.rotateApiKey',
  'Mutation.signOut',
  'Mutation.signOutEverywhere',
  'Mutation.startSecondFactor',
  'Mutation.stopSecondFactor',
  'Mutation.stopSecondFactorOf',
  'Mutation.updateAccount',
];

/**
 * Types that any key can see, because they are only about the account and its limits, or part of a list. Of imports a
 * key sees those of the kinds that it may read or write, of the request log its own requests.
 */
export const ANY_KEY = [
  'Account',
  'PageInfo',
  'RateLimitWindow',
  'UpsertError',
  'Usage',
  'Import',
  'ImportChange',
  'ImportColumn',
  'ImportProblem',
  'ImportReading',
  'ImportRefusal',
  'ImportSample',
  'ImportValue',
  'Request',
  'RequestConnection',
  'RequestEdge',
  'StreamedRequest',
];
export const ANY_KEYS_ROOTS = [
  'Query.account',
  'Query.node',
  'Query.nodes',
  'Query.scopes',
  'Query.import',
  'Query.imports',
  'Mutation.startImport',
  'Mutation.cancelImport',
  'Query.request',
  'Query.requestLogDays',
  'Query.requests',
  'Subscription.requests',
];

/** Root fields that anybody can use, and those for signing in or resetting a password. */
export const PUBLIC_ROOTS = [
  'Query.invitationOffer',
  'Query.passwordResetByMail',
  'Query.session',
  'Query.signUpAllowed',
];
export const SIGNING_IN = [
  'Mutation.acceptInvitation',
  'Mutation.requestPasswordReset',
  'Mutation.resetPassword',
  'Mutation.signIn',
  'Mutation.signUp',
];
/** Types that only public root fields return. */
export const PUBLIC_TYPES = ['InvitationOffer'];

export function isForSessionsOnly({ name, type }: Member): boolean {
  return SESSIONS_TYPES.includes(type.name) || [...SESSIONS_FIELDS, ...SESSIONS_ROOTS].includes(name);
}

export function isPublic({ name, type }: Member): boolean {
  return PUBLIC_TYPES.includes(type.name) || [...PUBLIC_ROOTS, ...SIGNING_IN].includes(name);
}
