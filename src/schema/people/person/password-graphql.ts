import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { Person } from './graphql.ts';
import { type PersonWithPassword, resetPasswordOf } from './reset-password-of.ts';

const OWNER = { manager: 'account' } as const;

const PersonWithPasswordObject = builder.objectRef<PersonWithPassword>('PersonWithPassword').implement({
  description: 'A person together with a new password.',
  authScopes: OWNER,
  fields: (t) => ({
    newPassword: t.exposeString('newPassword', {
      description: 'The password with which the person can sign in now. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    person: t.fieldWithSelection({
      type: Person,
      description: 'The person.',
      resolve: (query, { personId }, _args, context) =>
        context.db.person.findUniqueOrThrow({ ...query, ...byId(context, personId) }),
    }),
  }),
});

builder.mutationField('resetPasswordOf', (t) =>
  t.field({
    type: PersonWithPasswordObject,
    description: `Gives another person of the account a new, random password, and ends their sessions. Not for owners. A second
factor stays on.`,
    authScopes: OWNER,
    // Securing an account must work even when the limit of changes is exceeded.
    extensions: { session: 'manages' },
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the person.' }),
      password: t.arg.string({ required: true, description: 'Your own password.' }),
    },
    audit: {
      left: 'password.reset',
      failed: 'password.refused',
      isFailureKept: true,
      details: ({ id }) => ({ person: id }),
    },
    resolve: (_root, { id, password }, context) => resetPasswordOf(context, id, { password }),
  }),
);
