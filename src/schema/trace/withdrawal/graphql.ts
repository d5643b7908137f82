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
import { readTogether } from '../../core/list/read-together.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { MAX_PRODUCT_WITHDRAWALS, MAX_WITHDRAWN_LOTS } from '../limits.ts';
import { closeWithdrawal } from './close-withdrawal.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { KIND } from './fields.ts';
import { WITHDRAWAL_FILTERS } from './filters.ts';
import { progressOf } from './progress.ts';
import { readNotices } from './read-notices.ts';
import { NoticeObject, WithdrawalProgress } from './notice-graphql.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const WithdrawalKindEnum = enumType(KIND);

/** The cost of looking up a withdrawal's lots. */
const NOTICES = costing(5);

const loadNotices = readTogether(readNotices);

const Withdrawal = builder.prismaObject('Withdrawal', {
  description: 'A withdrawal of lots of a product, with a notice for each branch that got some of them.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({
      type: WithdrawalKindEnum,
      description: 'What it is.',
      select: { kind: true },
      resolve: ({ kind }) => kind as (typeof KIND.values)[number],
    }),
    productId: t.exposeID('productId', { description: 'The `id` of the product.' }),
    product: t.relation('product', {
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
    }),
    lots: t.exposeStringList('lots', { description: 'The lots; empty if it names dates.' }),
    bestBeforeFrom: t.expose('bestBeforeFrom', {
      type: 'Date',
      nullable: true,
      description: 'The first best-before or use-by date.',
    }),
    bestBeforeTo: t.expose('bestBeforeTo', {
      type: 'Date',
      nullable: true,
      description: 'The last best-before or use-by date.',
    }),
    reason: t.exposeString('reason', { description: 'Why the lots are withdrawn.' }),
    instruction: t.exposeString('instruction', { description: 'What branches must do.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed; null while it is open.',
    }),
    closedReason: t.exposeString('closedReason', { nullable: true, description: 'Why it was closed.' }),
    notices: t.field({
      type: [NoticeObject],
      ...NOTICES,
      ...embedded(({ branches }) => branches),
      description:
        'The notices, one for each branch that has got the lots, those of its start first. They follow what is dispatched, corrected and returned until it is closed.',
      resolve: ({ id }, _args, context) => loadNotices(context, id),
    }),
    progress: t.field({
      type: WithdrawalProgress,
      ...NOTICES,
      description: 'How far it has come.',
      resolve: async ({ id }, _args, context) => progressOf(await loadNotices(context, id)),
    }),
  }),
});

/** A withdrawal without its notices, so that many can be read while a lot is being entered. */
const ProductWithdrawal = builder.prismaObject('Withdrawal', {
  description: 'What a withdrawal of a product names, without its notices.',
  variant: 'ProductWithdrawal',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` of the withdrawal.' }),
    lots: t.exposeStringList('lots', { description: 'The lots; empty if it names dates.' }),
    bestBeforeFrom: t.expose('bestBeforeFrom', {
      type: 'Date',
      nullable: true,
      description: 'The first best-before or use-by date.',
    }),
    bestBeforeTo: t.expose('bestBeforeTo', {
      type: 'Date',
      nullable: true,
      description: 'The last best-before or use-by date.',
    }),
    reason: t.exposeString('reason', { description: 'Why the goods are withdrawn.' }),
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
    description: 'Returns one withdrawal.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.withdrawal.findUnique({ ...query, ...byId(context, id) }),
  }),
  productWithdrawals: t.fieldWithSelection({
    type: [ProductWithdrawal],
    description: `Returns the withdrawals and recalls of a product, open and closed, newest first, at most ${MAX_PRODUCT_WITHDRAWALS}; no tests.`,
    authScopes: READ,
    args: { productId: t.arg.id({ required: true, description: 'The product.' }) },
    ...atMost(MAX_PRODUCT_WITHDRAWALS),
    resolve: (query, _root, { productId }, context) =>
      context.db.withdrawal.findMany({
        ...query,
        where: {
          accountId: accountOf(context),
          productId: recordIdOf(productId),
          kind: { in: KIND.values.filter((kind) => kind !== 'test') },
        },
        orderBy: { id: 'desc' },
        take: MAX_PRODUCT_WITHDRAWALS,
      }),
  }),
  withdrawals: t.fieldWithSelection({
    type: WithdrawalConnection,
    description: 'Lists withdrawals by cursor, newest first.',
    paths: CONNECTION_PATHS,
    authScopes: READ,
    args: filteredArgs(filterType(WITHDRAWAL_FILTERS), CreationOrder, 'CREATED_DESC'),
    resolve: (selection, _root, args, context, info) =>
      connectionOf(WITHDRAWALS, { args, context, info, selection }),
  }),
}));

const CreateInput = builder.inputType('CreateWithdrawalInput', {
  description: `A new withdrawal, by lots (1–${MAX_WITHDRAWN_LOTS}) or by dates.`,
  fields: (t) => ({
    kind: t.field({ type: WithdrawalKindEnum, required: true, description: 'What it is.' }),
    productId: t.id({ required: true, description: 'The `id` of the product.' }),
    lots: t.stringList({ description: `The lots (1–${MAX_WITHDRAWN_LOTS}), instead of dates.` }),
    bestBeforeFrom: t.field({
      type: 'Date',
      description: 'The first best-before or use-by date, instead of lots.',
    }),
    bestBeforeTo: t.field({
      type: 'Date',
      description: 'The last best-before or use-by date, instead of lots.',
    }),
    reason: t.string({ required: true, description: 'Why the lots are withdrawn.' }),
    instruction: t.string({ required: true, description: 'What branches must do.' }),
  }),
});

builder.mutationFields((t) => ({
  createWithdrawal: t.fieldWithSelection({
    type: Withdrawal,
    description:
      'Starts a withdrawal of lots, with a notice for each branch that has got some of them, now or later. Lots that no line has are withdrawn too. Sends nothing by itself.',
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
  closeWithdrawal: t.fieldWithSelection({
    type: Withdrawal,
    description: 'Closes a withdrawal. Its notices keep what they are then, and its lots stay flagged.',
    authScopes: WRITE,
    audit: { done: 'withdrawal.closed', details: ({ id }) => ({ withdrawal: id }) },
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'Why it is closed.' }),
    },
    resolve: async (query, _root, { id, reason }, context) => {
      const closed = await closeWithdrawal(context, id, { reason });
      return context.db.withdrawal.findUniqueOrThrow({ ...query, ...byId(context, closed) });
    },
  }),
}));
