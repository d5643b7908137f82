import { relationOf, withSelection } from '@provender/compiled-execution/pothos';
import { newId } from '../audit.ts';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { enumType } from '../fields-graphql.ts';
import { connectionOf } from '../list/connection.ts';
import { connectionArgs, connectionType } from '../list/graphql.ts';
import { BY_CREATION } from '../list/order.ts';
import type { List } from '../list/source.ts';
import { costing, embedded } from '../list-size.ts';
import { Product } from '../product/graphql.ts';
import { Branch } from '../supermarket/graphql.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import { closeWithdrawal } from './close-withdrawal.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { KIND, SENT_BY } from './fields.ts';
import { progressOf, type Progress } from './progress.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const Kind = enumType(KIND);
const Way = enumType(SENT_BY);

const Notice = builder.prismaObject('WithdrawalNotice', {
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    branch: t.relation('branch', {
      extensions: relationOf('branch'),
      type: Branch,
      authScopes: { scope: 'supermarkets:read' },
    }),
    quantity: t.exposeInt('quantity'),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    sentBy: t.field({
      type: Way,
      nullable: true,
      select: { sentBy: true },
      resolve: ({ sentBy }) => sentBy as (typeof SENT_BY.values)[number] | null,
    }),
    acknowledgedAt: t.expose('acknowledgedAt', { type: 'DateTime', nullable: true }),
    acknowledgedBy: t.exposeString('acknowledgedBy', { nullable: true }),
    quantityFound: t.exposeInt('quantityFound', { nullable: true }),
    quantityDestroyed: t.exposeInt('quantityDestroyed', { nullable: true }),
    quantityHeld: t.exposeInt('quantityHeld', { nullable: true }),
  }),
});

const WithdrawalProgress = builder.objectRef<Progress>('WithdrawalProgress').implement({
  authScopes: EITHER,
  fields: (t) => ({
    branches: t.exposeInt('branches'),
    notified: t.exposeInt('notified'),
    acknowledged: t.exposeInt('acknowledged'),
    delivered: t.expose('delivered', { type: 'Decimal' }),
    accountedFor: t.expose('accountedFor', { type: 'Decimal' }),
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
      extensions: relationOf('product'),
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
    notices: t.relation('notices', {
      extensions: { ...relationOf('notices'), ...embedded(({ branches }) => branches).extensions },
      type: Notice,
      query: { orderBy: { id: 'asc' } },
    }),
    progress: t.field({
      type: WithdrawalProgress,
      ...costing(5),
      resolve: ({ id }, _args, context) => progressOf(context, id),
    }),
  }),
});

const WITHDRAWALS = { model: 'Withdrawal', orders: BY_CREATION } satisfies List;
const WithdrawalConnection = connectionType('Withdrawal', Withdrawal, 'deliveries:read');

builder.queryFields((t) => ({
  withdrawal: t.field({
    type: Withdrawal,
    nullable: true,
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: withSelection((query, _root, { id }, context) =>
      context.db.withdrawal.findUnique({ ...query, ...byId(context, id) }),
    ),
  }),
  withdrawals: t.field({
    type: WithdrawalConnection,
    authScopes: READ,
    args: connectionArgs,
    resolve: (_root, args, context, info) => connectionOf(WITHDRAWALS, { args, context, info }),
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
    sentBy: t.field({ type: Way }),
    quantityFound: t.int(),
    quantityDestroyed: t.int(),
    quantityHeld: t.int(),
  }),
});

builder.mutationFields((t) => ({
  createWithdrawal: t.field({
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
    resolve: withSelection(async (query, _root, { input }, context) => {
      const id = await createWithdrawal(context, input);
      return context.db.withdrawal.findUniqueOrThrow({ ...query, ...byId(context, id) });
    }),
  }),
  acknowledgeNotice: t.field({
    type: Notice,
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.acknowledged',
      details: ({ id }) => ({ notice: id }),
      state: async ({ id }, context) => context.db.withdrawalNotice.findUnique(byId(context, id)),
    },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AcknowledgeInput, required: true }) },
    resolve: withSelection(async (query, _root, args, context) => {
      const id = await acknowledgeNotice(context, args.id, args.input);
      return context.db.withdrawalNotice.findUniqueOrThrow({ ...query, ...byId(context, id) });
    }),
  }),
  closeWithdrawal: t.field({
    type: Withdrawal,
    authScopes: WRITE,
    audit: { done: 'withdrawal.closed', details: ({ id }) => ({ withdrawal: id }) },
    args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: withSelection(async (query, _root, { id, reason }, context) => {
      const closed = await closeWithdrawal(context, id, { reason });
      return context.db.withdrawal.findUniqueOrThrow({ ...query, ...byId(context, closed) });
    }),
  }),
}));
