import { builder } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { figure } from '../../core/noun/rules.ts';
import { MAX_LOGO_KIB, MAX_LOGO_PIXELS } from '../limits.ts';
import { findLogoId } from './find-logo-id.ts';
import { Account } from './graphql.ts';
import { removeLogo } from './remove-logo.ts';
import { setLogo } from './set-logo.ts';

const ANY_CALLER = { caller: true } as const;
const MANAGER = { manager: 'account' } as const;

/** An entry is written only if the image has changed. */
const AUDIT = {
  done: 'account.changed',
  state: (_args: unknown, context: Context) => findLogoId(context),
  details: () => ({ fields: ['logo'] }),
} as const;

const Logo = builder.prismaObject('Logo', {
  description: 'The logo of the company.',
  authScopes: ANY_CALLER,
  // Excludes the content, which only its address serves.
  select: { digest: true },
  fields: (t) => ({
    id: t.exposeID('digest', { description: 'Changes with the image.' }),
    mediaType: t.exposeString('mediaType', { description: 'The kind of image, such as `image/png`.' }),
    width: t.exposeInt('width', { description: 'The width in pixels.' }),
    height: t.exposeInt('height', { description: 'The height in pixels.' }),
    url: t.string({
      description: 'Where to download it, with a key or a session of the account.',
      resolve: ({ digest }, _args, { settings }) => `${settings.publicUrl?.() ?? ''}/logo/${digest}`,
    }),
  }),
});

builder.prismaObjectField(Account, 'logo', (t) =>
  t.relation('logo', {
    type: Logo,
    nullable: true,
    description:
      'The logo, which delivery notes and the pages of receipt links show; null if the company has none.',
  }),
);

builder.mutationFields((t) => ({
  setLogo: t.fieldWithSelection({
    type: Account,
    description: 'Sets the logo of the company, and replaces the one before.',
    authScopes: MANAGER,
    audit: AUDIT,
    args: {
      image: t.arg.string({
        required: true,
        description: `The PNG or JPEG image in base64: at most ${MAX_LOGO_KIB} KiB and ${figure(MAX_LOGO_PIXELS)} × ${figure(MAX_LOGO_PIXELS)} pixels.`,
      }),
    },
    resolve: async (query, _root, { image }, context) => {
      await setLogo(context, image);
      return context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } });
    },
  }),
  removeLogo: t.fieldWithSelection({
    type: Account,
    description: 'Removes the logo of the company. Without one, nothing changes.',
    authScopes: MANAGER,
    audit: AUDIT,
    resolve: async (query, _root, _args, context) => {
      await removeLogo(context);
      return context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } });
    },
  }),
}));
