import { Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../core/audit/audited-mutations.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, byId } from '../../core/context.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { CONNECTION_PATHS, connectionOf } from '../../core/list/connection.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { connectionType, CreationOrder, filteredArgs } from '../../core/list/graphql.ts';
import { BY_CREATION } from '../../core/list/order.ts';
import type { List } from '../../core/list/source.ts';
import { atMost, costing, embedded } from '../../core/list/list-size.ts';
import { selects } from '../../core/list/selections.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { Branch } from '../../catalogue/supermarket/graphql.ts';
import { mailedTo, MAILS_IF } from '../../people/person/send-mail.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import { answerDetails, noticeDetails, storedNotice } from './audit-notice.ts';
import { closeWithdrawal } from './close-withdrawal.ts';
import { createNoticeLink, type NoticeLink } from './create-notice-link.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { KIND, MAX_OF_PRODUCT, SENT_BY } from './fields.ts';
import { WITHDRAWAL_FILTERS } from './filters.ts';
import { noticeIdOf, noticeRefOf } from './notice-id.ts';
import { progressOf, type ProgressCounts } from './progress.ts';
import { type Notice, readNotices } from './read-notices.ts';
import { tellNotice } from './tell-notice.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const Kind = enumType(KIND);
const Way = enumType(SENT_BY);

/** The look-ups of a withdrawal's lots. */
const NOTICES = costing(5);

const noticesOf = readTogether(readNotices);

const NoticeRef = builder.objectRef<Notice>('WithdrawalNotice').implement({
  authScopes: EITHER,
  fields: (t) => ({
    id: t.id({ resolve: noticeIdOf }),
    branch: t.fieldWithSelection({
      type: Branch,
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    quantity: t.exposeInt('quantity'),
    quantityAtStart: t.exposeInt('quantityAtStart'),
    addedAt: t.expose('addedAt', { type: 'DateTime' }),
    toldAt: t.expose('toldAt', { type: 'DateTime', nullable: true }),
    toldBy: t.exposeString('toldBy', { nullable: true }),
    toldWay: t.expose('toldWay', { type: Way, nullable: true }),
    acknowledgedAt: t.expose('acknowledgedAt', { type: 'DateTime', nullable: true }),
    acknowledgedBy: t.exposeString('acknowledgedBy', { nullable: true }),
    found: t.exposeInt('found', { nullable: true }),
    destroyed: t.exposeInt('destroyed', { nullable: true }),
    held: t.exposeInt('held', { nullable: true }),
    closedReason: t.exposeString('closedReason', { nullable: true }),
    sentAt: t.expose('toldAt', { type: 'DateTime', nullable: true, deprecationReason: 'Use `toldAt`.' }),
    sentBy: t.expose('toldWay', { type: Way, nullable: true, deprecationReason: 'Use `toldWay`.' }),
    quantityFound: t.exposeInt('found', { nullable: true, deprecationReason: 'Use `found`.' }),
    quantityDestroyed: t.exposeInt('destroyed', { nullable: true, deprecationReason: 'Use `destroyed`.' }),
    quantityHeld: t.exposeInt('held', { nullable: true, deprecationReason: 'Use `held`.' }),
  }),
});

const NoticeLinkRef = builder.objectRef<NoticeLink>('NoticeLink').implement({
  authScopes: EITHER,
  fields: (t) => ({
    url: t.exposeString('url', NEVER_PLAIN),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    mailedTo: t.string({ nullable: true, resolve: mailedTo }),
  }),
});

const WithdrawalProgress = builder.objectRef<ProgressCounts>('WithdrawalProgress').implement({
  authScopes: EITHER,
  fields: (t) => ({
    branches: t.exposeInt('branches'),
    told: t.exposeInt('told'),
    notified: t.exposeInt('told', { deprecationReason: 'Use `told`.' }),
    acknowledged: t.exposeInt('acknowledged'),
    delivered: t.field({ type: 'Decimal', resolve: ({ delivered }) => new Prisma.Decimal(delivered) }),
    accountedFor: t.field({
      type: 'Decimal',
      resolve: ({ accountedFor }) => new Prisma.Decimal(accountedFor),
    }),
  }),
});

const Withdrawal = builder.prismaObject('Withdrawal', {
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({
      type: Kind,
      select: { kind: true },
      resolve: ({ kind }) => kind as (typeof KIND.values)[number],
    }),
    productId: t.exposeID('productId'),
    product: t.relation('product', {
      type: Product,
      authScopes: { scope: 'products:read' },
    }),
    lots: t.exposeStringList('lots'),
    bestBeforeFrom: t.expose('bestBeforeFrom', { type: 'Date', nullable: true }),
    bestBeforeTo: t.expose('bestBeforeTo', { type: 'Date', nullable: true }),
    reason: t.exposeString('reason'),
    instruction: t.exposeString('instruction'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    closedReason: t.exposeString('closedReason', { nullable: true }),
    notices: t.field({
      type: [NoticeRef],
      ...NOTICES,
      ...embedded(({ branches }) => branches),
      resolve: ({ id }, _args, context) => noticesOf(context, id),
    }),
    progress: t.field({
      type: WithdrawalProgress,
      ...NOTICES,
      resolve: async ({ id }, _args, context) => progressOf(await noticesOf(context, id)),
    }),
  }),
});

/** What is withdrawn, without its notices, so that many can be read while a lot is being entered. */
const ProductWithdrawal = builder.prismaObject('Withdrawal', {
  variant: 'ProductWithdrawal',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    lots: t.exposeStringList('lots'),
    bestBeforeFrom: t.expose('bestBeforeFrom', { type: 'Date', nullable: true }),
    bestBeforeTo: t.expose('bestBeforeTo', { type: 'Date', nullable: true }),
    reason: t.exposeString('reason'),
  }),
});

const WITHDRAWALS = {
  model: 'Withdrawal',
  orders: BY_CREATION,
  filters: WITHDRAWAL_FILTERS,
} satisfies List;
const WithdrawalConnection = connectionType('Withdrawal', Withdrawal, { scope: 'deliveries:read' });

builder.queryFields((t) => ({
  withdrawal: t.fieldWithSelection({
    type: Withdrawal,
    nullable: true,
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.withdrawal.findUnique({ ...query, ...byId(context, id) }),
  }),
  productWithdrawals: t.fieldWithSelection({
    type: [ProductWithdrawal],
    authScopes: READ,
    args: { productId: t.arg.id({ required: true }) },
    ...atMost(MAX_OF_PRODUCT),
    resolve: (query, _root, { productId }, context) =>
      context.db.withdrawal.findMany({
        ...query,
        where: {
          accountId: accountOf(context),
          productId: recordIdOf(productId),
          kind: { in: KIND.values.filter((kind) => kind !== 'test') },
        },
        orderBy: { id: 'desc' },
        take: MAX_OF_PRODUCT,
      }),
  }),
  withdrawals: t.fieldWithSelection({
    type: WithdrawalConnection,
    paths: CONNECTION_PATHS,
    authScopes: READ,
    args: filteredArgs(filterType(WITHDRAWAL_FILTERS), CreationOrder, 'CREATED_DESC'),
    resolve: (selection, _root, args, context, info) =>
      connectionOf(WITHDRAWALS, { args, context, info, selection }),
  }),
}));

const CreateInput = builder.inputType('CreateWithdrawalInput', {
  fields: (t) => ({
    kind: t.field({ type: Kind, required: true }),
    productId: t.id({ required: true }),
    lots: t.stringList(),
    bestBeforeFrom: t.field({ type: 'Date' }),
    bestBeforeTo: t.field({ type: 'Date' }),
    reason: t.string({ required: true }),
    instruction: t.string({ required: true }),
  }),
});

const AcknowledgeInput = builder.inputType('AcknowledgeNoticeInput', {
  fields: (t) => ({
    acknowledgedBy: t.string({ required: true }),
    toldWay: t.field({ type: Way }),
    toldBy: t.string(),
    found: t.int(),
    destroyed: t.int(),
    held: t.int(),
    confirmed: t.int(),
    sentBy: t.field({ type: Way, deprecationReason: 'Use `toldWay`.' }),
    quantityFound: t.int({ deprecationReason: 'Use `found`.' }),
    quantityDestroyed: t.int({ deprecationReason: 'Use `destroyed`.' }),
    quantityHeld: t.int({ deprecationReason: 'Use `held`.' }),
  }),
});

builder.mutationFields((t) => ({
  createWithdrawal: t.fieldWithSelection({
    type: Withdrawal,
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.started',
      details: ({ input: { kind, productId, lots } }, withdrawal) => ({
        ...newId('withdrawal', withdrawal),
        kind,
        product: productId,
        lots: lots ?? undefined,
      }),
    },
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createWithdrawal(context, input);
      return context.db.withdrawal.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  tellNotice: t.field({
    type: NoticeRef,
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.told',
      details: ({ way }, notice) => ({ ...noticeDetails(notice as Notice), way }),
    },
    args: {
      id: t.arg.id({ required: true }),
      way: t.arg({ type: Way, required: true }),
      by: t.arg.string({ required: true }),
      at: t.arg({ type: 'DateTime' }),
    },
    resolve: (_root, { id, ...input }, context) => tellNotice(context, id, input),
  }),
  createNoticeLink: t.field({
    type: NoticeLinkRef,
    authScopes: WRITE,
    audit: { left: 'notice_link.created' },
    extensions: MAILS_IF,
    args: { noticeId: t.arg.id({ required: true }), mail: t.arg.boolean() },
    resolve: async (_root, args, context, info) => {
      const link = await createNoticeLink(context, args);
      if (link.unsent && !selects(info, 'mailedTo')) throw link.unsent;
      return link;
    },
  }),
  acknowledgeNotice: t.field({
    type: NoticeRef,
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.acknowledged',
      details: (_args, notice) => answerDetails(notice as Notice),
      state: async ({ id }, context) => storedNotice(context, await noticeRefOf(context, id)),
    },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AcknowledgeInput, required: true }) },
    resolve: (_root, { id, input }, context) => acknowledgeNotice(context, id, input),
  }),
  closeWithdrawal: t.fieldWithSelection({
    type: Withdrawal,
    authScopes: WRITE,
    audit: { done: 'withdrawal.closed', details: ({ id }) => ({ withdrawal: id }) },
    args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: async (query, _root, { id, reason }, context) => {
      const closed = await closeWithdrawal(context, id, { reason });
      return context.db.withdrawal.findUniqueOrThrow({ ...query, ...byId(context, closed) });
    },
  }),
}));
