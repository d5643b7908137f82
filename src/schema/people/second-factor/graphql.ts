import { builder } from '../../core/builder/builder.ts';
import { Person } from '../person/graphql.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { atMost } from '../../core/list/list-size.ts';
import { RECOVERY_CODES } from './recovery-codes.ts';
import {
  confirmSecondFactor,
  type FactorSetup,
  renewRecoveryCodes,
  startSecondFactor,
} from './start-second-factor.ts';
import { stopSecondFactor, stopSecondFactorOf } from './stop-second-factor.ts';

const SESSION = { session: true } as const;
const OWNER = { manager: 'account' } as const;
/** Securing an account must work even when the limit of changes is exceeded. */
const MANAGES = { session: 'manages' } as const;
const REFUSED = { failed: 'second_factor.refused', isFailureKept: true } as const;

builder.prismaObjectField(Person, 'hasSecondFactor', (t) =>
  t.boolean({
    description: 'Whether the person signs in with a second factor.',
    select: { secondFactor: { select: { confirmedAt: true } } },
    resolve: ({ secondFactor }) => secondFactor?.confirmedAt != null,
  }),
);

const SecondFactorSetup = builder.objectRef<FactorSetup>('SecondFactorSetup').implement({
  description: 'What an authenticator app needs to show the codes of a second factor.',
  authScopes: SESSION,
  fields: (t) => ({
    uri: t.exposeString('uri', {
      description: 'The `otpauth://` URI, for a QR code. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    secret: t.exposeString('secret', {
      description: 'The same secret, in base32, to type it in. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
  }),
});

const RecoveryCodes = builder.objectRef<{ codes: string[] }>('RecoveryCodes').implement({
  description: 'Codes that each replace a code of the app, once.',
  authScopes: SESSION,
  fields: (t) => ({
    codes: t.exposeStringList('codes', {
      description: 'The codes. They cannot be retrieved again.',
      ...NEVER_PLAIN,
      ...atMost(RECOVERY_CODES),
    }),
  }),
});

const CODE = 'A code of the app.';

builder.mutationFields((t) => ({
  startSecondFactor: t.field({
    type: SecondFactorSetup,
    description: `Begins to set up a second factor for the person who is signed in. It is required for signing in only after
\`confirmSecondFactor\`.`,
    authScopes: SESSION,
    extensions: MANAGES,
    args: { password: t.arg.string({ required: true, description: 'The password of the person.' }) },
    audit: { left: 'second_factor.started', ...REFUSED },
    resolve: (_root, args, context) => startSecondFactor(context, args),
  }),
  confirmSecondFactor: t.field({
    type: RecoveryCodes,
    description: 'Turns on the second factor that was set up, and returns its recovery codes.',
    authScopes: SESSION,
    extensions: MANAGES,
    args: { code: t.arg.string({ required: true, description: CODE }) },
    audit: { left: 'second_factor.confirmed', ...REFUSED },
    resolve: async (_root, args, context) => ({ codes: await confirmSecondFactor(context, args) }),
  }),
  renewRecoveryCodes: t.field({
    type: RecoveryCodes,
    description: 'Replaces all recovery codes of the person who is signed in.',
    authScopes: SESSION,
    extensions: MANAGES,
    args: { code: t.arg.string({ required: true, description: CODE }) },
    audit: { left: 'second_factor.codes_renewed', ...REFUSED },
    resolve: async (_root, args, context) => ({ codes: await renewRecoveryCodes(context, args) }),
  }),
  stopSecondFactor: t.id({
    description: 'Turns off the second factor of the person who is signed in, and returns their id.',
    authScopes: SESSION,
    extensions: MANAGES,
    args: {
      password: t.arg.string({ required: true, description: 'The password of the person.' }),
      code: t.arg.string({ required: true, description: 'A code of the app, or a recovery code.' }),
    },
    audit: { left: 'second_factor.stopped', ...REFUSED },
    resolve: (_root, args, context) => stopSecondFactor(context, args),
  }),
  stopSecondFactorOf: t.id({
    description: 'Turns off the second factor of another person of the account, and returns their id.',
    authScopes: OWNER,
    extensions: MANAGES,
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the person.' }),
      password: t.arg.string({ required: true, description: 'Your own password.' }),
    },
    audit: { left: 'second_factor.stopped', ...REFUSED, details: ({ id }) => ({ person: id }) },
    resolve: (_root, { id, password }, context) => stopSecondFactorOf(context, id, { password }),
  }),
}));
