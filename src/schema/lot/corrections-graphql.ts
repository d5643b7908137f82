import { type Query, selectionOf } from '@provender/compiled-execution/pothos';
import DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import { builder } from '../builder/builder.ts';
import type { Context } from '../context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { embedded } from '../list/list-size.ts';
import { Product } from '../product/graphql.ts';
import { MAX_CORRECTIONS, MAX_LOTS } from './fields.ts';
import { type ReadCorrection, readCorrections } from './read-corrections.ts';
import type { KeptLot } from './write-correction.ts';

const EITHER = { resource: 'deliveries' } as const;

const CorrectedLot = builder.objectRef<KeptLot>('CorrectedLot').implement({
  authScopes: EITHER,
  fields: (t) => ({
    lot: t.exposeString('lot', { nullable: true }),
    bestBefore: t.field({
      type: 'Date',
      nullable: true,
      resolve: ({ bestBefore }) => dateOf(bestBefore),
    }),
    useBy: t.field({ type: 'Date', nullable: true, resolve: ({ useBy }) => dateOf(useBy) }),
    quantity: t.exposeInt('quantity'),
    source: t.exposeString('source', { nullable: true }),
  }),
});

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

const LotCorrection = builder.objectRef<ReadCorrection>('LotCorrection').implement({
  authScopes: EITHER,
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    by: t.exposeString('by', { nullable: true }),
    reason: t.exposeString('reason'),
    productId: t.exposeID('productId'),
    product: t.expose('product', { type: Product, authScopes: { scope: 'products:read' } }),
    before: t.expose('before', { type: [CorrectedLot], ...embedded(MAX_LOTS) }),
    after: t.expose('after', { type: [CorrectedLot], ...embedded(MAX_LOTS) }),
  }),
});

builder.prismaObjectField(Delivery, 'lotCorrections', (t) =>
  t.field({
    type: [LotCorrection],
    ...embedded(MAX_CORRECTIONS),
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loaderOf(context, info.fieldNodes, selectionOf(context, info, [['product']])).load(id),
  }),
);

type CorrectionLoader = DataLoader<bigint, ReadCorrection[]>;
const loaders = new WeakMap<Context, WeakMap<readonly FieldNode[], CorrectionLoader>>();

/** Reads the corrections of all deliveries of a field together. */
function loaderOf(context: Context, field: readonly FieldNode[], selection: Query): CorrectionLoader {
  const ofContext = loaders.get(context) ?? new WeakMap<readonly FieldNode[], CorrectionLoader>();
  loaders.set(context, ofContext);
  const cached = ofContext.get(field);
  if (cached) return cached;
  const read = (ids: readonly bigint[]) => readCorrections(context, ids, selection);
  // A context can serve several executions.
  const loader: CorrectionLoader = new DataLoader(read, { cache: false });
  ofContext.set(field, loader);
  return loader;
}
