import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../../trade/delivery/graphql.ts';
import { figure } from '../../core/noun/rules.ts';
import type { Edge } from '../../core/list/connection.ts';
import { PageInfo } from '../../core/list/graphql.ts';
import { countOfHistory, historyArgs } from '../../core/list/history.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { placesOf } from '../../core/list/places.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { selectedNames } from '../../core/list/selections.ts';
import { Branch } from '../../catalogue/supermarket/graphql.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../core/limits.ts';
import {
  DEFAULT_TOTALS,
  MAX_CHECKED_LINES,
  MAX_PENDING,
  MAX_SCANNED_LINES,
  MAX_SUGGESTIONS,
  MAX_WITHDRAWN_LOTS,
} from '../limits.ts';
import { isWithdrawnLot } from '../withdrawal/withdrawn-flags.ts';
import { type Balance, countSupermarkets, readBalance, readTotals, type TraceTotal } from './read-balance.ts';
import { countTraced, type Pending, readBranches, readPending, type TracedBranch } from './read-extent.ts';
import { readLotless } from './read-lotless.ts';
import { readTrace, type TracedLot, type TracePart } from './read-nodes.ts';
import { readSpellings, readSuggestions } from './read-suggestions.ts';
import { type Trace, traceOf } from './trace.ts';

const READ = { scope: 'deliveries:read' } as const;
/** The cost of looking up each line of the product. */
const FIGURES = costing(100);
const PARTS = ['nodes', 'edges', 'pageInfo'];

interface TraceResult {
  trace: Trace;
  /** The part; undefined unless it is selected. */
  part: TracePart | undefined;
}

const TracedLotRef = builder.objectRef<TracedLot>('TracedLot').implement({
  description: 'A lot in a line of a delivery; with `withoutLot`, the pieces of a line that are in no lot.',
  authScopes: READ,
  fields: (t) => ({
    isWithdrawn: t.boolean({
      description: 'Whether a withdrawal or recall names the lot. Tests flag nothing.',
      resolve: ({ id }, _args, context) => id !== null && isWithdrawnLot(context, id),
    }),
    delivery: t.fieldWithSelection({
      type: Delivery,
      description: 'The delivery.',
      resolve: (selection, { deliveryId }, _args, context, info) =>
        loadRecord(context, info, context.db.delivery, selection, deliveryId),
    }),
    branch: t.fieldWithSelection({
      type: Branch,
      description: 'The branch that the delivery goes to, as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    product: t.fieldWithSelection({
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
    productId: t.exposeID('productId', { description: 'The `id` of the product.' }),
    productName: t.exposeString('productName', {
      description: 'The name of the product when the delivery was created.',
    }),
    lot: t.exposeString('lot', {
      nullable: true,
      description: 'The number of the lot or batch; null when only a date is known, or for pieces in no lot.',
    }),
    bestBefore: t.expose('bestBefore', {
      type: 'Date',
      nullable: true,
      description: 'The best-before date.',
    }),
    useBy: t.expose('useBy', { type: 'Date', nullable: true, description: 'The use-by date.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Who assigned the lot, if not the `lotSource` of the product.',
    }),
    quantity: t.exposeInt('quantity', {
      description: 'The quantity of the lot in the line, or of the pieces in no lot.',
    }),
    returned: t.exposeInt('returned', {
      description:
        'The quantity of the lot that was returned from the line. For pieces in no lot, what was returned from the line without naming a lot, which can be more.',
    }),
  }),
});

const TracedLotEdge = builder.objectRef<Edge<TracedLot>>('TracedLotEdge').implement({
  description: 'A lot with its position in the trace.',
  authScopes: READ,
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'The position of the lot, for `after` in the same trace.',
    }),
    node: t.expose('node', { type: TracedLotRef }),
  }),
});

const LotTraceTotal = builder.objectRef<TraceTotal>('LotTraceTotal').implement({
  description: 'What a supermarket got of the lots.',
  authScopes: READ,
  fields: (t) => ({
    supermarketId: t.exposeID('supermarketId', { description: 'The `id` of the supermarket.' }),
    supermarketName: t.exposeString('supermarketName', { description: 'The name of the supermarket.' }),
    deliveries: t.exposeInt('deliveries', { description: 'The number of deliveries.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The quantity delivered.' }),
    returned: t.expose('returned', { type: 'Decimal', description: 'The quantity returned.' }),
  }),
});

const LotBalance = builder.objectRef<Balance>('LotBalance').implement({
  description:
    'The mass balance of lots. Food that was sold is gone, so what is still there cannot be known: only what was delivered and not returned.',
  authScopes: READ,
  fields: (t) => ({
    delivered: t.expose('delivered', { type: 'Decimal', description: 'The quantity dispatched.' }),
    returnedWithLot: t.expose('returnedWithLot', {
      type: 'Decimal',
      description: 'The quantity returned that named the lot.',
    }),
    returnedUnallocated: t.expose('returnedUnallocated', {
      type: 'Decimal',
      description:
        'The quantity returned from the same lines that named no lot, or one that the line no longer has.',
    }),
    linesChecked: t.exposeInt('linesChecked', {
      description: `The number of dispatched lines of the product that were looked at for lots: those of the period of dispatch, or of all time without one; at most the newest ${figure(MAX_CHECKED_LINES)}.`,
    }),
    linesWithoutLot: t.exposeInt('linesWithoutLot', {
      description:
        'The number of these lines with any piece of which nothing says whether it is of the lots: it has neither a lot nor a date, only a date where a lot is traced, or a lot without a date where dates are. The lots could be in them too: list them with `withoutLot: true`.',
    }),
    quantityWithoutLot: t.expose('quantityWithoutLot', {
      type: 'Decimal',
      description: 'The number of such pieces.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'Whether `linesChecked` is all dispatched lines of the products in the period, and at least one. If it is false, the lots can be in lines that were not looked at.',
    }),
  }),
});

const LotTracePending = builder.objectRef<Pending>('LotTracePending').implement({
  description: 'Deliveries with the lots that were not dispatched yet.',
  authScopes: READ,
  fields: (t) => ({
    deliveries: t.exposeInt('deliveries', { description: 'The number of deliveries.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The quantity of the lots in them.' }),
    deliveryIds: t.exposeIDList('deliveryIds', {
      description: `Their ids, newest first, at most ${figure(MAX_PENDING)}.`,
    }),
    references: t.expose('references', {
      type: ['String'],
      nullable: { list: false, items: true },
      description: 'Your references of these, in the same order; null where there is none.',
    }),
  }),
});

const LotTraceBranch = builder.objectRef<TracedBranch>('LotTraceBranch').implement({
  description: 'What a branch got of the lots.',
  authScopes: READ,
  fields: (t) => ({
    branchId: t.exposeID('branchId', { description: 'The `id` of the branch.' }),
    branchName: t.exposeString('branchName', { description: 'The name of the branch.' }),
    supermarketName: t.exposeString('supermarketName', { description: 'The name of the supermarket.' }),
    deliveries: t.exposeInt('deliveries', { description: 'The number of deliveries.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The quantity delivered.' }),
    returned: t.expose('returned', { type: 'Decimal', description: 'The quantity returned.' }),
  }),
});

const LotTrace = builder.objectRef<TraceResult>('LotTrace').implement({
  description: 'Where lots went: a list read by cursor, totals by supermarket, and a balance.',
  authScopes: READ,
  fields: (t) => ({
    nodes: t.field({
      type: [TracedLotRef],
      description:
        'The lots of the lines, newest deliveries first. Deliveries that are still pending are included, cancelled ones are not. ' +
        `With \`withoutLot\`, lines: a page ends after ${figure(MAX_SCANNED_LINES)} lines that were looked at, so it can have fewer nodes, or none, and \`hasNextPage\`.`,
      resolve: ({ part }) => part!.edges.map(({ node }) => node),
    }),
    edges: t.field({ type: [TracedLotEdge], resolve: ({ part }) => part!.edges }),
    pageInfo: t.field({ type: PageInfo, resolve: ({ part }) => part!.pageInfo }),
    totalCount: t.int({
      nullable: true,
      ...FIGURES,
      description: 'The number of lots in the list; null with `withoutLot`.',
      resolve: ({ trace }, _args, context) => (trace.isLotless ? null : countTraced(context, trace)),
    }),
    pending: t.field({
      type: LotTracePending,
      ...FIGURES,
      description:
        'What was not dispatched yet, so that you can stop it, whatever `shippedFrom` and `shippedTo`.',
      resolve: ({ trace }, _args, context) => readPending(context, trace),
    }),
    branches: t.field({
      type: [LotTraceBranch],
      ...FIGURES,
      ...embedded(({ branches }) => branches),
      description:
        'What each branch got in deliveries that were dispatched, by the names of supermarket and branch: all of them, however many lots there are.',
      resolve: ({ trace }, _args, context) => readBranches(context, trace),
    }),
    totals: t.field({
      type: [LotTraceTotal],
      ...FIGURES,
      ...embedded(MAX_PER_PAGE),
      description: 'What each supermarket got in deliveries that were dispatched, largest quantity first.',
      args: historyArgs(DEFAULT_TOTALS),
      resolve: ({ trace }, { first, skip }, context) => readTotals(context, trace, placesOf(first, skip)),
    }),
    supermarketCount: t.int({
      ...FIGURES,
      description: countOfHistory('supermarkets that got any of the lots', 'totals'),
      resolve: ({ trace }, _args, context) => countSupermarkets(context, trace),
    }),
    suggestions: t.field({
      type: ['String'],
      nullable: true,
      ...costing(20),
      description: `Lots that are similar to the one that was asked for, if no line has it: they differ in case, spaces, signs, leading zeros, accents, invisible characters, O for 0, I or l for 1, or one character. At most ${MAX_SUGGESTIONS}, the most similar first; of the product if one was asked for, whatever the dates. Null if something was found.`,
      resolve: ({ trace }, _args, context) => readSuggestions(context, trace),
    }),
    otherSpellings: t.field({
      type: ['String'],
      ...costing(20),
      description: `Other lots that differ from the one that was asked for only in case, spaces, signs, leading zeros, accents, invisible characters, O for 0, or I or l for 1, whether a line has it or not: they can be the same lot, typed in another way. At most ${MAX_SUGGESTIONS}; of the product if one was asked for, whatever the dates.`,
      resolve: ({ trace }, _args, context) => readSpellings(context, trace),
    }),
    balance: t.field({
      type: LotBalance,
      ...FIGURES,
      description: 'How much was dispatched and came back, and how far the figures can be trusted.',
      resolve: ({ trace }, _args, context) => readBalance(context, trace),
    }),
  }),
});

builder.queryField('lotTrace', (t) =>
  t.field({
    type: LotTrace,
    description:
      'Finds out where lots went, by product, lot, date in place of a lot, or day of dispatch. At least one of them is ' +
      'required; together they are combined with AND.',
    authScopes: READ,
    args: {
      productId: t.arg.id({ description: 'Of this product.' }),
      lot: t.arg.string({ description: 'With exactly this lot; upper and lower case are different.' }),
      lots: t.arg.stringList({
        description: `With one of these lots, up to ${MAX_WITHDRAWN_LOTS}, such as those of a withdrawal.`,
      }),
      bestBeforeFrom: t.arg({
        type: 'Date',
        description: 'With a best-before or use-by date on or after this day.',
      }),
      bestBeforeTo: t.arg({
        type: 'Date',
        description: 'With a best-before or use-by date on or before this day.',
      }),
      shippedFrom: t.arg({
        type: 'Date',
        description: "Dispatched on or after this day, in the account's time zone.",
      }),
      shippedTo: t.arg({
        type: 'Date',
        description: "Dispatched on or before this day, in the account's time zone.",
      }),
      withoutLot: t.arg.boolean({
        description:
          'If true, lists the dispatched lines with pieces in no lot, instead of the lots: those of the product, or of the products that have the lot or date, or of all products. The lots could be in them. With `lot`, pieces of which only a date is recorded are among them; with a date, lots without one.',
      }),
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
