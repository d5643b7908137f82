import type { AuditDetails } from '../../core/audit/write-entry.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf } from '../../core/context.ts';
import { selects } from '../../core/list/selections.ts';
import { mailedTo, MAILS_IF } from '../../people/person/send-mail.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { MAX_RECEIPT_LINKS, RECEIPT_LINK_DAYS } from '../limits.ts';
import { type CreatedLink, createAuditedLink } from './create-link.ts';
import { type MailedLink, mailLink } from './mail-link.ts';
import { revokeLinks } from './revoke-links.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

/** The argument of all mutations about a receipt. */
export const DELIVERY_ARGS = builder.args((t) => ({
  deliveryId: t.id({ required: true, description: 'The `id` of the delivery.' }),
}));

const ReceiptLink = builder.objectRef<CreatedLink | MailedLink>('ReceiptLink').implement({
  description: 'A link with which a branch confirms what it received, without signing in.',
  authScopes: EITHER,
  fields: (t) => ({
    url: t.string({
      description: 'The address of the page, which has the token. It cannot be retrieved again.',
      ...NEVER_PLAIN,
      resolve: ({ token }, _args, { settings }) => `${settings.publicUrl?.() ?? ''}/r/${token}`,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    mailedTo: t.string({
      nullable: true,
      description:
        'Whom the link was mailed to; null if it was not. If the mail was refused, this field has the error, ' +
        'such as `rate_limited`, and the link is returned beside it.',
      resolve: (link) => ('mailedTo' in link ? mailedTo(link) : null),
    }),
  }),
});

const deliveryDetails = ({ deliveryId }: { deliveryId: string }): AuditDetails => ({ delivery: deliveryId });

builder.mutationFields((t) => ({
  createReceiptLink: t.field({
    type: ReceiptLink,
    description: `Creates a link with which a branch confirms what it received, without signing in. It is valid until the
delivery date plus ${RECEIPT_LINK_DAYS} days. A delivery has at most ${MAX_RECEIPT_LINKS} links; older ones end.`,
    authScopes: WRITE,
    audit: { left: 'receipt_link.created' },
    extensions: MAILS_IF,
    args: {
      deliveryId: t.arg.id({ required: true, description: 'The `id` of the delivery.' }),
      mail: t.arg.boolean({
        description:
          'Whether to mail the link to the contact address of the supermarket, with the questions that the branch has not ' +
          'answered (default false).',
      }),
    },
    resolve: async (_root, { deliveryId, mail }, context, info) => {
      if (!mail) return createAuditedLink(context, deliveryId);
      const link = await mailLink(context, deliveryId);
      if (link.unsent && !selects(info, 'mailedTo')) throw link.unsent;
      return link;
    },
  }),
  revokeReceiptLink: t.id({
    description: 'Ends all receipt links of a delivery. Returns its `id`.',
    authScopes: WRITE,
    audit: {
      done: 'receipt_link.revoked',
      details: deliveryDetails,
      state: async ({ deliveryId }, context) => {
        const [accountId, id] = [accountOf(context), recordIdOf(deliveryId)];
        // With the lock, links that are created meanwhile are not counted as ended.
        await context.db.$executeRaw`
          SELECT FROM deliveries WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`;
        return context.db.receiptLink.count({ where: { accountId, deliveryId: id } });
      },
    },
    args: DELIVERY_ARGS,
    resolve: async (_root, { deliveryId }, context) => {
      await revokeLinks(context, deliveryId);
      return deliveryId;
    },
  }),
}));
