import { Branch, Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { builder } from '../../core/builder/builder.ts';
import { newId } from '../../core/audit/audited-mutations.ts';
import { exposed } from '../../core/builder/fields-graphql.ts';
import { byId } from '../../core/context.ts';
import { connectionType } from '../../core/list/graphql.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../core/limits.ts';
import { atMost, costing } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { selectedNames } from '../../core/list/selections.ts';
import { describedIn } from '../../core/noun/fields.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { figure } from '../../core/noun/rules.ts';
import { Delivery } from '../delivery/graphql.ts';
import { MAX_CONTAINER_ROWS, MAX_STATEMENT_DAYS } from '../limits.ts';
import { adjustContainers } from './adjust-containers.ts';
import { CONTAINER_ADJUSTMENT_FIELDS } from './fields.ts';
import { ContainerType } from './graphql.ts';
import { BALANCE_GROUPS } from './balances-after.ts';
import { type ContainerBalance, readContainerBalances } from './read-container-balances.ts';
import { type ContainerMovement, readContainerMovements } from './read-container-movements.ts';
import { readContainerStatement, type StatementLine } from './read-container-statement.ts';

const READ = { scope: 'deliveries:read' } as const;
const EITHER = { resource: 'deliveries' } as const;
const OF_SUPERMARKET = { scope: 'supermarkets:read' } as const;

/** The costs in points of adding up all containers of an account, and of counting a list of them. */
const BALANCES_COST = 20;
const COUNTED_COST = 20;

const ContainerAdjustment = builder.prismaObject('ContainerAdjustment', {
  description:
    'A difference of containers that was settled by hand. It is never changed: another one counters it.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, CONTAINER_ADJUSTMENT_FIELDS),
    date: t.expose('date', { type: 'Date', description: 'The day that it counts on.' }),
    by: t.exposeString('adjustedBy', {
      nullable: true,
      description: 'The name that the person or the API key had who adjusted the balance.',
    }),
    at: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
    supermarket: t.relation('supermarket', {
      type: Supermarket,
      description: 'The supermarket. Needs `supermarkets:read`.',
      authScopes: OF_SUPERMARKET,
    }),
    branch: t.relation('branch', {
      type: Branch,
      nullable: true,
      description: 'The branch; null for the supermarket itself. Needs `supermarkets:read`.',
      authScopes: OF_SUPERMARKET,
    }),
    type: t.relation('type', { type: ContainerType, description: 'The type of the containers.' }),
  }),
});

const ContainerBalanceRef = builder.objectRef<ContainerBalance>('ContainerBalance').implement({
  description: 'How many containers of a type a supermarket or a branch has.',
  authScopes: READ,
  fields: (t) => ({
    supermarket: t.fieldWithSelection({
      type: Supermarket,
      description: 'The supermarket. Needs `supermarkets:read`.',
      authScopes: OF_SUPERMARKET,
      resolve: (selection, { supermarketId }, _args, context, info) =>
        loadRecord(context, info, context.db.supermarket, selection, supermarketId),
    }),
    branch: t.fieldWithSelection({
      type: Branch,
      nullable: true,
      description:
        'The branch; null for what belongs to the supermarket itself, and for balances by supermarket. Needs `supermarkets:read`.',
      authScopes: OF_SUPERMARKET,
      resolve: (selection, { branchId }, _args, context, info) =>
        branchId === null ? null : loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    type: t.fieldWithSelection({
      type: ContainerType,
      description: 'The type of the containers.',
      resolve: (selection, { typeId }, _args, context, info) =>
        loadRecord(context, info, context.db.containerType, selection, typeId),
    }),
    balance: t.expose('balance', {
      type: 'Decimal',
      description: 'What went out, minus what came back, plus adjustments. Below 0 if more came back.',
    }),
  }),
});

const ContainerMovementRef = builder.objectRef<ContainerMovement>('ContainerMovement').implement({
  description: 'Containers of a type that moved with a delivery, or that were adjusted.',
  authScopes: READ,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day that it counts on.' }),
    type: t.fieldWithSelection({
      type: ContainerType,
      description: 'The type of the containers.',
      resolve: (selection, { typeId }, _args, context, info) =>
        loadRecord(context, info, context.db.containerType, selection, typeId),
    }),
    delivery: t.fieldWithSelection({
      type: Delivery,
      nullable: true,
      description: 'The delivery; null for an adjustment.',
      resolve: (selection, { deliveryId }, _args, context, info) =>
        deliveryId === null ? null : loadRecord(context, info, context.db.delivery, selection, deliveryId),
    }),
    adjustment: t.fieldWithSelection({
      type: ContainerAdjustment,
      nullable: true,
      description: 'The adjustment; null for a delivery.',
      resolve: (selection, { adjustmentId }, _args, context, info) =>
        adjustmentId === null
          ? null
          : loadRecord(context, info, context.db.containerAdjustment, selection, adjustmentId),
    }),
    out: t.exposeInt('out', { description: 'How many went out; 0 for an adjustment.' }),
    back: t.exposeInt('back', { description: 'How many came back; 0 for an adjustment.' }),
    quantity: t.exposeInt('quantity', { description: 'The change of the balance.' }),
  }),
});

const StatementLineRef = builder.objectRef<StatementLine>('ContainerStatementLine').implement({
  description: 'The containers of a type in a statement.',
  authScopes: READ,
  fields: (t) => ({
    type: t.fieldWithSelection({
      type: ContainerType,
      description: 'The type of the containers.',
      resolve: (selection, { typeId }, _args, context, info) =>
        loadRecord(context, info, context.db.containerType, selection, typeId),
    }),
    opening: t.expose('opening', { type: 'Decimal', description: 'The balance before the first day.' }),
    out: t.expose('out', { type: 'Decimal', description: 'How many went out.' }),
    back: t.expose('back', { type: 'Decimal', description: 'How many came back.' }),
    adjusted: t.expose('adjusted', { type: 'Decimal', description: 'The sum of the adjustments.' }),
    closing: t.expose('closing', { type: 'Decimal', description: 'The balance after the last day.' }),
  }),
});

const BalanceGroup = builder.enumType('ContainerBalanceGroup', {
  values: enumValues(BALANCE_GROUPS, {
    supermarket: 'A balance for each supermarket, its branches included.',
    branch: 'A balance for each branch, and one for what belongs to the supermarket itself.',
  }),
  description: 'What balances of containers are added up by.',
});

const ContainerBalanceFilter = builder.inputType('ContainerBalanceFilter', {
  description: 'Which balances to return. Filters are combined with AND.',
  fields: (t) => ({
    supermarketId: t.id({ description: 'Of this supermarket.' }),
    branchId: t.id({ description: 'Of this branch.' }),
    typeId: t.id({ description: 'Of this container type.' }),
  }),
});

const ContainerMovementFilter = builder.inputType('ContainerMovementFilter', {
  description: 'Which movements to return. Filters are combined with AND.',
  fields: (t) => ({
    supermarketId: t.id({ required: true, description: 'Of this supermarket.' }),
    branchId: t.id({ description: 'Of this branch.' }),
    typeId: t.id({ description: 'Of this container type.' }),
    from: t.field({ type: 'Date', description: 'On this day or later.' }),
    to: t.field({
      type: 'Date',
      description: `On this day or earlier. With \`from\`, at most ${figure(MAX_STATEMENT_DAYS)} days, both included.`,
    }),
  }),
});

const pageOfContainers = builder.args((t) => ({
  first: t.int({
    description: `Returns the first n items (1–${MAX_PER_PAGE}, default ${DEFAULT_PER_PAGE}), from the start of the list or after \`after\`.`,
  }),
  after: t.string({ description: 'Returns items after this cursor.' }),
}));

builder.queryFields((t) => ({
  containerBalances: t.field({
    type: connectionType('ContainerBalance', ContainerBalanceRef, READ),
    description: 'Lists balances of containers that are not 0, by supermarket, branch and type.',
    authScopes: READ,
    ...costing(({ selects }) => BALANCES_COST + (selects('totalCount') ? COUNTED_COST : 0)),
    args: {
      by: t.arg({ type: BalanceGroup, required: true, description: 'What to add up by.' }),
      asOf: t.arg({
        type: 'Date',
        description: "The last day that counts (default: today in the account's time zone).",
      }),
      filter: t.arg({ type: ContainerBalanceFilter }),
      ...pageOfContainers,
    },
    resolve: (_root, args, context, info) => readContainerBalances(context, args, isCounted(info)),
  }),
  containerMovements: t.field({
    type: connectionType('ContainerMovement', ContainerMovementRef, READ),
    description: 'Lists the movements of containers of a supermarket by date, the earliest first.',
    authScopes: READ,
    ...costing(({ selects }) => (selects('totalCount') ? COUNTED_COST : 0)),
    args: { filter: t.arg({ type: ContainerMovementFilter, required: true }), ...pageOfContainers },
    resolve: (_root, args, context, info) => readContainerMovements(context, args, isCounted(info)),
  }),
  containerStatement: t.field({
    type: [StatementLineRef],
    nullable: true,
    description:
      'Returns the statement of containers of a supermarket, or of a branch, by the names of the types. Types without a balance or a movement are left out. Null for an unknown supermarket.',
    authScopes: READ,
    ...costing(BALANCES_COST),
    ...atMost(MAX_CONTAINER_ROWS),
    args: {
      supermarketId: t.arg.id({ required: true, description: 'The `id` of the supermarket.' }),
      branchId: t.arg.id({ description: 'The `id` of a branch (default: all, and the supermarket itself).' }),
      from: t.arg({ type: 'Date', required: true, description: 'The first day.' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: `The last day; at most ${figure(MAX_STATEMENT_DAYS)} days, both included.`,
      }),
    },
    resolve: (_root, args, context) => readContainerStatement(context, args),
  }),
}));

function isCounted(info: Parameters<typeof selectedNames>[0]): boolean {
  const names = selectedNames(info);
  return names.has('totalCount') || names.has('totalCountEstimated');
}

builder.mutationField('adjustContainers', (t) => {
  const { supermarketId, branchId, typeId, quantity, reason, date } = CONTAINER_ADJUSTMENT_FIELDS;
  const required = true;
  return t.fieldWithSelection({
    type: ContainerAdjustment,
    description:
      'Adjusts the balance of containers of a supermarket, or of a branch, with a reason. Adjustments are never changed or deleted.',
    authScopes: { scope: 'deliveries:write' },
    audit: {
      done: 'containers.adjusted',
      details: (args, adjustment) => ({
        ...newId('adjustment', adjustment),
        supermarket: args.supermarketId,
        branch: args.branchId ?? undefined,
        containerType: args.typeId,
        quantity: args.quantity,
        reason: args.reason,
      }),
    },
    args: {
      supermarketId: t.arg.id({ required, description: describedIn('create', supermarketId) }),
      branchId: t.arg.id({ description: describedIn('create', branchId) }),
      typeId: t.arg.id({ required, description: describedIn('create', typeId) }),
      quantity: t.arg.int({ required, description: describedIn('create', quantity) }),
      reason: t.arg.string({ required, description: describedIn('create', reason) }),
      date: t.arg({ type: 'Date', description: describedIn('create', date) }),
    },
    resolve: async (query, _root, args, context) => {
      const id = await adjustContainers(context, args);
      return context.db.containerAdjustment.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  });
});
