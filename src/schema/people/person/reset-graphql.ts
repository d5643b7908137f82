import { builder } from '../../core/builder/builder.ts';
import { MIN_PASSWORD } from '../limits.ts';
import { requestReset, RESET_MINUTES } from './request-reset.ts';
import { resetByLink } from './reset-by-link.ts';

const PUBLIC = { public: true } as const;
/** Must be the only field of its operation, like signing in, because it can be redirected to another cell. */
const ALONE = { session: 'opens' } as const;

builder.queryField('passwordResetByMail', (t) =>
  t.boolean({
    description: 'Whether the service can mail links to reset a password.',
    authScopes: PUBLIC,
    resolve: (_root, _args, { settings }) => settings.mailer !== undefined,
  }),
);

builder.mutationFields((t) => ({
  requestPasswordReset: t.boolean({
    description: `Mails the person with an e-mail address a link to reset the password, valid for ${RESET_MINUTES} minutes. It replaces an
earlier one. The response is always true, also for unknown addresses and without a mail server.`,
    authScopes: PUBLIC,
    extensions: ALONE,
    args: {
      email: t.arg.string({
        required: true,
        description: 'The e-mail address that the person signs in with.',
      }),
    },
    audit: { left: 'password.reset_requested' },
    resolve: async (_root, args, context) => {
      await requestReset(context, args);
      return true;
    },
  }),
  resetPassword: t.boolean({
    description:
      'Sets a new password with a mailed link, which works once. All sessions of the person end; it opens none.',
    authScopes: PUBLIC,
    extensions: ALONE,
    args: {
      token: t.arg.string({ required: true, description: 'The part of the link after `#`.' }),
      newPassword: t.arg.string({
        required: true,
        description: `The new password, at least ${MIN_PASSWORD} characters.`,
      }),
    },
    audit: { left: 'password.reset', failed: 'password.refused' },
    resolve: async (_root, args, context) => {
      await resetByLink(context, args);
      return true;
    },
  }),
}));
