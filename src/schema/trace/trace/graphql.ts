import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../../trade/delivery/graphql.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../core/noun/rules.ts';
import type { Edge } from '../../core/list/connection.ts';
import { PageInfo } from '../../core/list/graphql.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { selectedNames } from '../../core/list/selections.ts';
import { Branch } from '../../catalogue/supermarket/graphql.ts';
import { isWithdrawnLot } from '../withdrawal/withdrawn-flags.ts';
import { MAX_TOTALS } from './limits.ts';
import { type Balance, readBalance, readTotals, type TraceTotal } from './read-balance.ts';
import { countTraced, type Pending, readBranches, readPending, type TracedBranch } from './read-extent.ts';
import { readLotless } from './read-lotless.ts';
import { readTrace, type TracedLot, type TracePart } from './read-nodes.ts';
import { readSpellings, readSuggestions } from './read-suggestions.ts';
import { type Trace, traceOf } from './trace.ts';

const READ = { scope: 'deliveries:read' } as const;
/** A look-up of each line of the product. */
const FIGURES = costing(100);
const PARTS = ['nodes', 'edges', 'pageInfo'];

interface TraceResult {
  trace: Trace;
  /** Undefined unless it is selected. */
  part: TracePart | undefined;
}

const TracedLotRef = builder.objectRef<TracedLot>('TracedLot').implement({
  authScopes: READ,
  fields: (t) => ({
    isWithdrawn: t.boolean({
      resolve: ({ id }, _args, context) => id !== null && isWithdrawnLot(context, id),
    }),
    delivery: t.fieldWithSelection({
      type: Delivery,
      resolve: (selection, { deliveryId }, _args, context, info) =>
        loadRecord(context, info, context.db.delivery, selection, deliveryId),
    }),
    branch: t.fieldWithSelection({
      type: Branch,
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    product: t.fieldWithSelection({
      type: Product,
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
    productId: t.exposeID('productId'),
    productName: t.exposeString('productName'),
    lot: t.exposeString('lot', { nullable: true }),
    bestBefore: t.expose('bestBefore', { type: 'Date', nullable: true }),
    useBy: t.expose('useBy', { type: 'Date', nullable: true }),
    source: t.exposeString('source', { nullable: true }),
    quantity: t.exposeInt('quantity'),
    returned: t.exposeInt('returned'),
  }),
});

const TracedLotEdge = builder.objectRef<Edge<TracedLot>>('TracedLotEdge').implement({
  authScopes: READ,
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.expose('node', { type: TracedLotRef }),
  }),
});

const LotTraceTotal = builder.objectRef<TraceTotal>('LotTraceTotal').implement({
  authScopes: READ,
  fields: (t) => ({
    supermarketId: t.exposeID('supermarketId'),
    supermarketName: t.exposeString('supermarketName'),
    deliveries: t.exposeInt('deliveries'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    returned: t.expose('returned', { type: 'Decimal' }),
  }),
});

const LotBalance = builder.objectRef<Balance>('LotBalance').implement({
  authScopes: READ,
  fields: (t) => ({
    delivered: t.expose('delivered', { type: 'Decimal' }),
    returnedWithLot: t.expose('returnedWithLot', { type: 'Decimal' }),
    returnedUnallocated: t.expose('returnedUnallocated', { type: 'Decimal' }),
    linesChecked: t.exposeInt('linesChecked'),
    linesWithoutLot: t.exposeInt('linesWithoutLot'),
    quantityWithoutLot: t.expose('quantityWithoutLot', { type: 'Decimal' }),
    isComplete: t.exposeBoolean('isComplete'),
  }),
});

const LotTracePending = builder.objectRef<Pending>('LotTracePending').implement({
  authScopes: READ,
  fields: (t) => ({
    deliveries: t.exposeInt('deliveries'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    deliveryIds: t.exposeIDList('deliveryIds'),
    references: t.expose('references', { type: ['String'], nullable: { list: false, items: true } }),
  }),
});

const LotTraceBranch = builder.objectRef<TracedBranch>('LotTraceBranch').implement({
  authScopes: READ,
  fields: (t) => ({
    branchId: t.exposeID('branchId'),
    branchName: t.exposeString('branchName'),
    supermarketName: t.exposeString('supermarketName'),
    deliveries: t.exposeInt('deliveries'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    returned: t.expose('returned', { type: 'Decimal' }),
  }),
});

const LotTrace = builder.objectRef<TraceResult>('LotTrace').implement({
  authScopes: READ,
  fields: (t) => ({
    nodes: t.field({ type: [TracedLotRef], resolve: ({ part }) => part!.edges.map(({ node }) => node) }),
    edges: t.field({ type: [TracedLotEdge], resolve: ({ part }) => part!.edges }),
    pageInfo: t.field({ type: PageInfo, resolve: ({ part }) => part!.pageInfo }),
    totalCount: t.int({
      nullable: true,
      ...FIGURES,
      resolve: ({ trace }, _args, context) => (trace.isLotless ? null : countTraced(context, trace)),
    }),
    pending: t.field({
      type: LotTracePending,
      ...FIGURES,
      resolve: ({ trace }, _args, context) => readPending(context, trace),
    }),
    branches: t.field({
      type: [LotTraceBranch],
      ...FIGURES,
      ...embedded(({ branches }) => branches),
      resolve: ({ trace }, _args, context) => readBranches(context, trace),
    }),
    totals: t.field({
      type: [LotTraceTotal],
      ...FIGURES,
      ...embedded(MAX_TOTALS),
      resolve: ({ trace }, _args, context) => readTotals(context, trace),
    }),
    suggestions: t.field({
      type: ['String'],
      nullable: true,
      ...costing(20),
      resolve: ({ trace }, _args, context) => readSuggestions(context, trace),
    }),
    otherSpellings: t.field({
      type: ['String'],
      ...costing(20),
      resolve: ({ trace }, _args, context) => readSpellings(context, trace),
    }),
    balance: t.field({
      type: LotBalance,
      ...FIGURES,
      resolve: ({ trace }, _args, context) => readBalance(context, trace),
    }),
  }),
});

builder.queryField('lotTrace', (t) =>
  t.field({
    type: LotTrace,
    authScopes: READ,
    args: {
      productId: t.arg.id(),
      lot: t.arg.string(),
      lots: t.arg.stringList(),
      bestBeforeFrom: t.arg({ type: 'Date' }),
      bestBeforeTo: t.arg({ type: 'Date' }),
      shippedFrom: t.arg({ type: 'Date' }),
      shippedTo: t.arg({ type: 'Date' }),
      withoutLot: t.arg.boolean(),
      first: t.arg.int({
        description: `Returns the first n lots (1–${MAX_PER_PAGE}, default ${DEFAULT_PER_PAGE}), from the start of the list or after \`after\`.`,
      }),
      after: t.arg.string({ description: 'Returns lots after this cursor.' }),
    },
    ...costing(10),
    resolve: async (_root, args, context, info): Promise<TraceResult> => {
      const trace = traceOf(context, args);
      const isRead = PARTS.some((name) => selectedNames(info).has(name));
      if (!isRead) return { trace, part: undefined };
      return { trace, part: await (trace.isLotless ? readLotless : readTrace)(context, trace) };
    },
  }),
);
