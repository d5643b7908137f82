import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { embedded } from '../../core/list/list-size.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { MAX_QUESTION } from '../limits.ts';
import { acceptReceipt, declineDisputes } from './accept-receipt.ts';
import { askAboutDispute } from './ask-about-dispute.ts';
import { countToCheck, MAX_COUNTED } from './count-to-check.ts';
import { DISPUTE_STATUS, MAX_RECEIPT_LINES, STATE } from './fields.ts';
import { Receipt } from './graphql.ts';
import { DELIVERY_ARGS } from './link-graphql.ts';
import { MAX_LISTED_DISPUTES, type OpenDispute, readOpenDisputes } from './read-open-disputes.ts';
import { MAX_LISTED_RETURNS, type Returned, readReturned } from './read-returned.ts';
import { settleDisputes } from './settle-disputes.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const ReceiptDispute = builder.prismaObject('ReceiptDispute', {
  description: 'A line, or a lot of it, of which the branch says that it received less than was delivered.',
  authScopes: EITHER,
  select: { productId: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` of the dispute.' }),
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
    question: t.exposeString('question', {
      nullable: true,
      description: 'What the supplier asked the branch; null for nothing.',
    }),
    askedAt: t.expose('askedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the supplier asked; null for never.',
    }),
    askedBy: t.exposeString('askedBy', {
      nullable: true,
      description: 'The name of the person or the key that asked.',
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'What the branch answered; null for nothing yet.',
    }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch answered; null for not yet.',
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was accepted or declined; null while it is open.',
    }),
    settledBy: t.exposeString('settledBy', {
      nullable: true,
      description: 'The name of the person or the key that accepted or declined it.',
    }),
  }),
});

const OpenDisputeRef = builder.objectRef<OpenDispute>('OpenDispute').implement({
  description: 'A dispute that is to be decided, with the name of its product, as lists show it.',
  authScopes: EITHER,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` of the dispute.' }),
    productName: t.exposeString('productName', {
      description: 'The name of the product when the delivery was created.',
    }),
    lot: t.exposeString('lot', {
      nullable: true,
      description: 'The lot; null for the whole line, or for its pieces without a lot.',
    }),
    delivered: t.exposeInt('delivered', { description: 'The quantity delivered of the goods in dispute.' }),
    received: t.exposeInt('received', { description: 'The quantity received of them.' }),
    reason: t.exposeString('reason', { description: 'Why less was received.' }),
    question: t.exposeString('question', {
      nullable: true,
      description: 'What the supplier asked the branch; null for nothing.',
    }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'What the branch answered; null for nothing yet.',
    }),
  }),
});

const ReceiptReturn = builder.objectRef<Returned>('ReceiptReturn').implement({
  description: 'A return of a delivery, with the name of its product, as lists show it.',
  authScopes: { scope: 'returns:read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` of the return.' }),
    productName: t.exposeString('productName', {
      description: 'The name of the product when the delivery was created.',
    }),
    lot: t.exposeString('lot', { nullable: true, description: 'The lot; null without one.' }),
    quantity: t.exposeInt('quantity', { description: 'The quantity returned.' }),
    reason: t.exposeString('reason', { description: 'Why it was returned.' }),
  }),
});

const openDisputesOf = readTogether(readOpenDisputes);
const returnedOf = readTogether(readReturned);

builder.prismaObjectFields(Receipt, (t) => ({
  state: t.field({
    type: enumType(STATE),
    description: 'What the receipt waits for.',
    select: { state: true },
    resolve: ({ state }) => state as (typeof STATE.values)[number],
  }),
  disputes: t.relation('disputes', {
    description: 'The lines that the branch disputes by its link.',
    ...embedded(MAX_RECEIPT_LINES),
    type: ReceiptDispute,
    query: { orderBy: [{ productId: 'asc' }, { id: 'asc' }] },
  }),
  openDisputes: t.field({
    type: [OpenDisputeRef],
    description: `The first ${MAX_LISTED_DISPUTES} disputes that are to be decided.`,
    ...embedded(MAX_LISTED_DISPUTES),
    select: { deliveryId: true },
    resolve: ({ deliveryId }, _args, context) => openDisputesOf(context, deliveryId),
  }),
  returned: t.field({
    type: [ReceiptReturn],
    description: `The first ${MAX_LISTED_RETURNS} returns of the delivery that were not reversed. Needs \`returns:read\`.`,
    authScopes: { scope: 'returns:read' },
    ...embedded(MAX_LISTED_RETURNS),
    select: { deliveryId: true },
    resolve: ({ deliveryId }, _args, context) => returnedOf(context, deliveryId),
  }),
}));

builder.queryField('receiptsToCheck', (t) =>
  t.int({
    description: `Counts the receipts that wait for the supplier: confirmed ones, those of drivers to check, and those with disputes to decide. Counts at most ${MAX_COUNTED}.`,
    authScopes: { scope: 'deliveries:read' },
    resolve: (_root, _args, context) => countToCheck(context),
  }),
);

builder.mutationFields((t) => ({
  acceptReceipt: t.fieldWithSelection({
    type: Delivery,
    description: `Accepts a receipt that waits: returns what the branch disputes by its link, and completes the delivery if it
is in transit. What a driver recorded is then checked. Repeating it changes nothing. With open disputes it also needs
\`returns:write\`.`,
    authScopes: WRITE,
    audit: { left: 'receipt.settled' },
    args: DELIVERY_ARGS,
    resolve: async (query, _root, { deliveryId }, context) => {
      await acceptReceipt(context, deliveryId);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
  declineDisputes: t.fieldWithSelection({
    type: Delivery,
    description: 'Declines what the branch disputes: nothing is returned, and the delivery keeps its status.',
    authScopes: WRITE,
    audit: { left: 'receipt.settled' },
    args: DELIVERY_ARGS,
    resolve: async (query, _root, { deliveryId }, context) => {
      await declineDisputes(context, deliveryId);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
  settleDisputes: t.fieldWithSelection({
    type: Delivery,
    description: `Accepts and declines single disputes: returns what is accepted. Once none is open, a delivery in transit is
completed. A dispute that was decided in the same way stays as it is; decided in the other way, it is \`invalid_transition\`.
With disputes to accept it also needs \`returns:write\`.`,
    authScopes: WRITE,
    audit: { left: 'receipt.settled' },
    args: {
      ...DELIVERY_ARGS,
      accept: t.arg.idList({
        description: `The \`id\` of each dispute to accept, at most ${MAX_RECEIPT_LINES}.`,
      }),
      decline: t.arg.idList({
        description: `The \`id\` of each dispute to decline, at most ${MAX_RECEIPT_LINES}.`,
      }),
    },
    resolve: async (query, _root, { deliveryId, ...decision }, context) => {
      await settleDisputes(context, deliveryId, decision);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, deliveryId) });
    },
  }),
  askAboutDispute: t.fieldWithSelection({
    type: Delivery,
    description: `Asks the branch about an open dispute. Its link shows the question, and takes one answer. Asked again, the
question replaces the one before, until it is answered.`,
    authScopes: WRITE,
    audit: { left: 'receipt.asked' },
    args: {
      ...DELIVERY_ARGS,
      disputeId: t.arg.id({ required: true, description: 'The `id` of the dispute.' }),
      question: t.arg.string({
        required: true,
        description: `What to ask, at most ${MAX_QUESTION} characters.`,
      }),
    },
    resolve: async (query, _root, { deliveryId: id, ...asked }, context) => {
      await askAboutDispute(context, { id, ...asked });
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
