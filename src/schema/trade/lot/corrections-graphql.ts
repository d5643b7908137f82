import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { loaderAtPlace } from '../../core/list/at-place.ts';
import { embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { Product } from '../../catalogue/product/graphql.ts';
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
    product: t.fieldWithSelection({
      type: Product,
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
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
      loaderAtPlace(context, info, (ids: readonly bigint[]) => readCorrections(context, ids)).load(id),
  }),
);
