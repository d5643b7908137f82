import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { COUNT_COST, countOfHistory, historyArgs, readHistory } from '../../core/list/history.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { MAX_LOTS } from '../limits.ts';
import { LOT_CORRECTIONS } from './fields.ts';
import { countCorrections, type ReadCorrection, readCorrections } from './read-corrections.ts';
import type { KeptLot } from './write-correction.ts';

const EITHER = { resource: 'deliveries' } as const;

const CorrectedLot = builder.objectRef<KeptLot>('CorrectedLot').implement({
  description: 'A lot or date as it was before or after a correction.',
  authScopes: EITHER,
  fields: (t) => ({
    lot: t.exposeString('lot', {
      nullable: true,
      description: 'The number of the lot or batch; null when only a date is known.',
    }),
    bestBefore: t.field({
      type: 'Date',
      nullable: true,
      description: 'The best-before date.',
      resolve: ({ bestBefore }) => optionalDate(bestBefore),
    }),
    useBy: t.field({
      type: 'Date',
      nullable: true,
      description: 'The use-by date.',
      resolve: ({ useBy }) => optionalDate(useBy),
    }),
    quantity: t.exposeInt('quantity', { description: 'The quantity of this lot in the line.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Who assigned the lot, if not the `lotSource` of the product.',
    }),
  }),
});

function optionalDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

const LotCorrection = builder.objectRef<ReadCorrection>('LotCorrection').implement({
  description: 'A correction of the lots of a line.',
  authScopes: EITHER,
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When they were corrected.' }),
    by: t.exposeString('by', {
      nullable: true,
      description:
        'The name that the person or the API key had who corrected them; null if that was not recorded yet.',
    }),
    reason: t.exposeString('reason', { description: 'Why they were corrected.' }),
    productId: t.exposeID('productId', { description: 'The `id` of the product of the line.' }),
    product: t.fieldWithSelection({
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
    before: t.expose('before', {
      type: [CorrectedLot],
      ...embedded(MAX_LOTS),
      description: 'All lots of the line before.',
    }),
    after: t.expose('after', {
      type: [CorrectedLot],
      ...embedded(MAX_LOTS),
      description: 'All lots of the line after the correction.',
    }),
  }),
});

builder.prismaObjectFields(Delivery, (t) => ({
  lotCorrections: t.field({
    type: [LotCorrection],
    ...embedded(MAX_PER_PAGE),
    description: 'How the lots were corrected after completion, newest first.',
    args: historyArgs(LOT_CORRECTIONS),
    select: { id: true },
    resolve: ({ id }, args, context, info) => readHistory(context, info, args, id, readCorrections),
  }),
  lotCorrectionCount: t.int({
    description: countOfHistory('corrections of lots', 'lotCorrections'),
    ...costing(COUNT_COST),
    select: { id: true },
    resolve: ({ id }, _args, context) => correctionsCount(context, id),
  }),
}));

const correctionsCount = readTogether(countCorrections);
