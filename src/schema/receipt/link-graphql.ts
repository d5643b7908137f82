import type { AuditDetails } from '../audit/write-entry.ts';
import { builder } from '../builder/builder.ts';
import { accountOf, byId } from '../context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumType } from '../builder/fields-graphql.ts';
import { enumOf } from '../noun/kinds.ts';
import { embedded } from '../list/list-size.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { NEVER_PLAIN } from '../secret/secrets-in.ts';
import { acceptReceipt, declineDisputes } from './accept-receipt.ts';
import { type CreatedLink, createLink, LINK_DAYS, MAX_LINKS } from './create-link.ts';
import { MAX_RECEIPT_LINES } from './fields.ts';
import { Receipt } from './graphql.ts';
import { revokeLinks } from './revoke-links.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;
const DISPUTE_STATUS = enumOf('DisputeStatus', ['open', 'accepted', 'declined']);

/** The argument of all mutations about a receipt. */
const OF_DELIVERY = builder.args((t) => ({
  deliveryId: t.id({ required: true, description: 'The `id` of the delivery.' }),
}));

const ReceiptDispute = builder.prismaObject('ReceiptDispute', {
  description: 'A line, or a lot of it, of which the branch says that it received less than was delivered.',
  authScopes: EITHER,
  select: { productId: true },
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The `id` of the product.' }),
    lot: t.exposeString('lot', {
      nullable: true,
      description: 'The lot; null for the whole line, or for its pieces without a lot.',
    }),
    delivered: t.exposeInt('delivered', {
      nullable: true,
      description:
        'The quantity delivered of the lot, or of the pieces without one; null for the whole line.',
    }),
    received: t.exposeInt('received', { description: 'The quantity received.' }),
    reason: t.exposeString('reason', { description: 'Why less was received.' }),
    status: t.field({
      type: enumType(DISPUTE_STATUS),
      description: 'What became of the dispute.',
      select: { status: true },
      resolve: ({ status }) => status as (typeof DISPUTE_STATUS.values)[number],
    }),
  }),
});

builder.prismaObjectField(Receipt, 'disputes', (t) =>
  t.relation('disputes', {
    description: 'The lines that the branch disputes by its link.',
    ...embedded(MAX_RECEIPT_LINES),
    type: ReceiptDispute,
    query: { orderBy: [{ productId: 'asc' }, { id: 'asc' }] },
  }),
);

const ReceiptLink = builder.objectRef<CreatedLink>('ReceiptLink').implement({
  description: 'A link with which a branch confirms what it received, without signing in.',
  authScopes: EITHER,
  fields: (t) => ({
    url: t.string({
      description: 'The address of the page, which has the token. It cannot be retrieved again.',
      ...NEVER_PLAIN,
      resolve: ({ token }, _args, { settings }) => `${settings.publicUrl?.() ?? ''}/r/${token}`,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
});

const detailsOf = ({ deliveryId }: { deliveryId: string }): AuditDetails => ({ delivery: deliveryId });

builder.mutationFields((t) => ({
  createReceiptLink: t.field({
    type: ReceiptLink,
    description: `Creates a link with which a branch confirms what it received, without signing in. It is valid until the
delivery date plus ${LINK_DAYS} days. A delivery has at most ${MAX_LINKS} links; older ones end.`,
    authScopes: WRITE,
    audit: { done: 'receipt_link.created', details: detailsOf },
    args: OF_DELIVERY,
    resolve: (_root, { deliveryId }, context) => createLink(context, deliveryId),
  }),
  revokeReceiptLink: t.id({
    description: 'Ends all receipt links of a delivery. Returns its `id`.',
    authScopes: WRITE,
    audit: {
      done: 'receipt_link.revoked',
      details: detailsOf,
      state: async ({ deliveryId }, context) => {
        const [accountId, id] = [accountOf(context), recordIdOf(deliveryId)];
        // With the lock, links that are created meanwhile are not counted as ended.
        await context.db.$executeRaw`
          SELECT FROM deliveries WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`;
        return context.db.receiptLink.count({ where: { accountId, deliveryId: id } });
      },
    },
    args: OF_DELIVERY,
    resolve: async (_root, { deliveryId }, context) => {
      await revokeLinks(context, deliveryId);
      return deliveryId;
    },
  }),
  acceptReceipt: t.fieldWithSelection({
    type: Delivery,
    description: `Accepts what the branch confirmed by its link: returns what it disputes, and completes the delivery if it is
in transit. Repeating it changes nothing. With open disputes it also needs \`returns:write\`.`,
    authScopes: WRITE,
    args: OF_DELIVERY,
    resolve: async (query, _root, { deliveryId }, context) => {
      await acceptReceipt(context, deliveryId);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
  declineDisputes: t.fieldWithSelection({
    type: Delivery,
    description: 'Declines what the branch disputes: nothing is returned, and the delivery keeps its status.',
    authScopes: WRITE,
    args: OF_DELIVERY,
    resolve: async (query, _root, { deliveryId }, context) => {
      await declineDisputes(context, deliveryId);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
}));
