import { Account } from '../account/graphql.ts';
import { emailHash } from '../../core/audit/email-hash.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, byId, callerOf } from '../../core/context.ts';
import { atMost } from '../../core/list/list-size.ts';
import { MAX_SESSIONS, MIN_PASSWORD } from '../limits.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { endSession, sessionsOfPerson, signOut, signOutEverywhere } from './end-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const PUBLIC = { public: true } as const;
const SESSION = { session: true } as const;
/** How these mutations count against the limits of a session (`SessionExtension`). */
const OPENS = { session: 'opens' } as const;
const MANAGES = { session: 'manages' } as const;

export const Session = builder.prismaObject('Session', {
  description: 'A browser in which a person is signed in.',
  authScopes: SESSION,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the session.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When the session was last used, to the minute.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the session ends if it is not used until then.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The browser, as it described itself when the user signed in.',
    }),
    isCurrent: t.boolean({
      description: 'Whether this request belongs to the session.',
      resolve: ({ id }, _args, context) => id === callerOf(context).sessionId,
    }),
    account: t.fieldWithSelection({
      type: Account,
      description: 'The account.',
      resolve: (query, _session, _args, context) =>
        context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } }),
    }),
  }),
});

builder.queryFields((t) => ({
  session: t.fieldWithSelection({
    type: Session,
    nullable: true,
    description: 'Returns the session of this request; null without one.',
    authScopes: PUBLIC,
    resolve: (query, _root, _args, context) => {
      const id = context.caller?.sessionId;
      return id === undefined ? null : context.db.session.findUnique({ ...query, ...byId(context, id) });
    },
  }),
  signUpAllowed: t.boolean({
    description: 'Whether anyone can open an account here.',
    authScopes: PUBLIC,
    resolve: (_root, _args, { settings }) => settings.signUpAllowed,
  }),
  sessions: t.fieldWithSelection({
    type: [Session],
    description: 'Returns all sessions of the person, most recently used first.',
    authScopes: SESSION,
    ...atMost(MAX_SESSIONS),
    resolve: (query, _root, _args, context) =>
      context.db.session.findMany({
        ...query,
        where: { ...sessionsOfPerson(context), expiresAt: { gt: new Date() } },
        orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      }),
  }),
}));

const SignUpInput = builder.inputType('SignUpInput', {
  description: 'A new account.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the company.' }),
    email: t.string({ required: true, description: 'The e-mail address to sign in with.' }),
    password: t.string({ required: true, description: `The password, at least ${MIN_PASSWORD} characters.` }),
  }),
});

builder.mutationFields((t) => ({
  signIn: t.fieldWithSelection({
    type: Session,
    description: 'Signs in to the web page. The error `rate_limited` includes `retryAfter`, in seconds.',
    authScopes: PUBLIC,
    extensions: OPENS,
    args: {
      email: t.arg.string({ required: true, description: 'The e-mail address of the user.' }),
      password: t.arg.string({ required: true, description: 'The password.' }),
      code: t.arg.string({
        description:
          'A code of the second factor, or a recovery code. If one is needed, the error has the `field` `code`.',
      }),
    },
    audit: { left: 'session.opened', failed: 'session.refused', details: ({ email }) => emailHash(email) },
    resolve: async (query, _root, args, context) => {
      const id = await signIn(context, args);
      return context.db.session.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  signUp: t.fieldWithSelection({
    type: Session,
    description: 'Opens an account on the Free plan and signs in, where `signUpAllowed`.',
    authScopes: PUBLIC,
    extensions: OPENS,
    args: { input: t.arg({ type: SignUpInput, required: true, description: 'The new account.' }) },
    audit: {
      left: 'account.opened',
      failed: 'account.refused',
      details: ({ input }) => emailHash(input.email),
    },
    resolve: async (query, _root, { input }, context) => {
      const id = await signUp(context, input);
      return context.db.session.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  signOut: t.boolean({
    description: 'Ends the current session. Returns true.',
    authScopes: SESSION,
    extensions: MANAGES,
    audit: { done: 'session.ended' },
    resolve: async (_root, _args, context) => {
      await signOut(context);
      return true;
    },
  }),
  signOutEverywhere: t.int({
    description: 'Ends all sessions of the person, including this one. Returns how many.',
    authScopes: SESSION,
    extensions: MANAGES,
    audit: { done: 'session.all_ended' },
    resolve: (_root, _args, context) => signOutEverywhere(context),
  }),
  endSession: t.id({
    description: 'Ends a session and returns its id.',
    authScopes: SESSION,
    extensions: MANAGES,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the session.' }) },
    audit: { done: 'session.ended', details: ({ id }) => ({ ended: id }) },
    resolve: (_root, { id }, context) => endSession(context, id),
  }),
  changeEmail: t.fieldWithSelection({
    type: Account,
    description: 'Changes the e-mail address that the user signs in with. Sessions and keys stay valid.',
    authScopes: SESSION,
    args: {
      currentPassword: t.arg.string({ required: true, description: 'The current password.' }),
      email: t.arg.string({ required: true, description: 'The new e-mail address.' }),
    },
    audit: { left: 'email.changed', failed: 'email.refused', isFailureKept: true },
    resolve: async (query, _root, args, context) => {
      await changeEmail(context, args);
      return context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } });
    },
  }),
  changePassword: t.fieldWithSelection({
    type: Session,
    description: 'Changes the password, ends all other sessions, and gives this one a new token.',
    authScopes: SESSION,
    extensions: MANAGES,
    args: {
      currentPassword: t.arg.string({ required: true, description: 'The current password.' }),
      newPassword: t.arg.string({
        required: true,
        description: `The password, at least ${MIN_PASSWORD} characters.`,
      }),
    },
    audit: { left: 'password.changed', failed: 'password.refused', isFailureKept: true },
    resolve: async (query, _root, args, context) => {
      const id = await changePassword(context, args);
      return context.db.session.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
