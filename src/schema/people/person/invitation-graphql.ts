import { builder } from '../../core/builder/builder.ts';
import { accountOf, byId } from '../../core/context.ts';
import { atMost } from '../../core/list/list-size.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { Session } from '../session/graphql.ts';
import type { Role } from '../../core/caller/roles.ts';
import { MAX_TEXT } from '../../core/limits.ts';
import { MAX_INVITATIONS, MIN_PASSWORD } from '../limits.ts';
import { acceptInvitation, findInvitation, type OpenInvitation } from './accept-invitation.ts';
import { RoleName } from './graphql.ts';
import { invitePerson, type NewInvitation } from './invite-person.ts';
import { revokeInvitation } from './revoke-invitation.ts';

const PUBLIC = { public: true } as const;
const OWNER = { manager: 'account' } as const;

const Invitation = builder.prismaObject('Invitation', {
  description: 'An invitation that is not accepted yet.',
  authScopes: OWNER,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the invitation.' }),
    email: t.exposeString('email', { description: 'The e-mail address that the person will sign in with.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    role: t.field({
      type: RoleName,
      description: 'The role that the person will have.',
      select: { role: true },
      resolve: ({ role }) => role as Role,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person was invited.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
});

const InvitationWithLink = builder.objectRef<NewInvitation>('InvitationWithLink').implement({
  description: 'A new invitation together with its link.',
  authScopes: OWNER,
  fields: (t) => ({
    link: t.exposeString('link', {
      description: 'The link that accepts the invitation, once. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    isMailed: t.exposeBoolean('isMailed', {
      description: 'Whether the link was also mailed. False where the service has no mail server.',
    }),
    invitation: t.fieldWithSelection({
      type: Invitation,
      description: 'The invitation.',
      resolve: (query, { id }, _args, context) =>
        context.db.invitation.findUniqueOrThrow({ ...query, ...byId(context, id) }),
    }),
  }),
});

const InvitationOffer = builder.objectRef<OpenInvitation>('InvitationOffer').implement({
  description: 'What an invitation offers to the person who has its link.',
  authScopes: PUBLIC,
  fields: (t) => ({
    company: t.exposeString('company', { description: 'The name of the account.' }),
    email: t.exposeString('email', { description: 'The e-mail address to sign in with.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    role: t.expose('role', { type: RoleName, description: 'The role that the person will have.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
});

builder.queryFields((t) => ({
  invitations: t.fieldWithSelection({
    type: [Invitation],
    description: 'Returns the open invitations, newest first.',
    authScopes: OWNER,
    ...atMost(MAX_INVITATIONS),
    resolve: (query, _root, _args, context) =>
      context.db.invitation.findMany({
        ...query,
        where: {
          /* guard: listed-invitation-account */ accountId: accountOf(context),
          /* guard: listed-invitation-expiry */ expiresAt: { gt: new Date() },
        },
        orderBy: { id: 'desc' },
        take: MAX_INVITATIONS,
      }),
  }),
  invitationOffer: t.field({
    type: InvitationOffer,
    nullable: true,
    description: 'Returns what an invitation offers, or null once its link is used, revoked or expired.',
    authScopes: PUBLIC,
    args: { token: t.arg.string({ required: true, description: 'The part of the link after `#`.' }) },
    resolve: async (_root, { token }, context) => (await findInvitation(context, token)) ?? null,
  }),
}));

const InvitePersonInput = builder.inputType('InvitePersonInput', {
  description: 'A person to invite.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The e-mail address that the person will sign in with.' }),
    name: t.string({
      required: true,
      description: `The name of the person, at most ${MAX_TEXT} characters.`,
    }),
    role: t.field({ type: RoleName, required: true, description: 'The role that the person will have.' }),
  }),
});

builder.mutationFields((t) => ({
  invitePerson: t.field({
    type: InvitationWithLink,
    description: `Invites a person by a link that is valid for 7 days and works once, and mails it where there is a mail server. An
account has at most ${MAX_INVITATIONS} open invitations. Inviting an address again replaces its invitation.`,
    authScopes: OWNER,
    args: { input: t.arg({ type: InvitePersonInput, required: true, description: 'The person.' }) },
    audit: { left: 'person.invited' },
    resolve: (_root, { input }, context) => invitePerson(context, input),
  }),
  revokeInvitation: t.id({
    description: 'Revokes an invitation and returns its id. Its link stops working.',
    authScopes: OWNER,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the invitation.' }) },
    audit: { left: 'invitation.revoked' },
    resolve: (_root, { id }, context) => revokeInvitation(context, id),
  }),
  acceptInvitation: t.fieldWithSelection({
    type: Session,
    description: 'Accepts an invitation with a password of the person, and signs in.',
    authScopes: PUBLIC,
    extensions: { session: 'opens' },
    args: {
      token: t.arg.string({ required: true, description: 'The part of the link after `#`.' }),
      password: t.arg.string({
        required: true,
        description: `The password, at least ${MIN_PASSWORD} characters.`,
      }),
    },
    audit: { left: 'invitation.accepted', failed: 'invitation.refused' },
    resolve: async (query, _root, args, context) => {
      const id = await acceptInvitation(context, args);
      return context.db.session.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
