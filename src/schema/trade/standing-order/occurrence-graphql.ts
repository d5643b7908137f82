import { builder } from '../../core/builder/builder.ts';
import type { Context } from '../../core/context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumType, exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { oneByOne } from '../../core/list/records.ts';
import { selects } from '../../core/list/selections.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import {
  changeOccurrence,
  type OccurrenceOf,
  restoreOccurrence,
  skipOccurrence,
} from './change-occurrence.ts';
import { MAX_LINES, OCCURRENCE_LINE_FIELDS, OCCURRENCE_STATUS } from './fields.ts';
import { StandingOrder } from './graphql.ts';
import { occurrenceInWords, problemOfOccurrence } from './occurrence-words.ts';
import {
  mostDays,
  newestDeliveries,
  nextOccurrenceOf,
  type Occurrence as OccurrenceShape,
  occurrenceOn,
  occurrencesOf,
} from './read-occurrences.ts';
import type { Line } from './read-orders.ts';
import { MAX_WARNINGS, type StandingOrderWarning, WARNING_KIND, warningsOf } from './read-warnings.ts';
import { restoreOccurrences } from './restore-missed.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

/** The closed days and the stored dates that decide about the dates of an order. */
const PLANNED = costing(2);

const OccurrenceLine = builder.objectRef<Line & { name: string }>('OccurrenceLine').implement({
  authScopes: EITHER,
  fields: (t) => ({
    ...exposed(t, OCCURRENCE_LINE_FIELDS),
    name: t.exposeString('name'),
    product: t.fieldWithSelection({
      type: Product,
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
  }),
});

const Occurrence = builder.objectRef<OccurrenceShape>('Occurrence').implement({
  authScopes: EITHER,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date' }),
    deliveryDate: t.expose('deliveryDate', { type: 'Date', nullable: true }),
    status: t.expose('status', { type: enumType(OCCURRENCE_STATUS) }),
    reason: t.exposeString('reason', { nullable: true }),
    message: t.string({ nullable: true, resolve: occurrenceInWords }),
    problem: t.string({
      nullable: true,
      resolve: (occurrence) => problemOfOccurrence(occurrence)?.problem,
    }),
    values: t.field({
      type: 'JSON',
      nullable: true,
      resolve: (occurrence) => problemOfOccurrence(occurrence)?.values,
    }),
    delivery: t.fieldWithSelection({
      type: Delivery,
      nullable: true,
      resolve: async (selection, occurrence, _args, context, info) => {
        if (occurrence.status !== 'created') return null;
        const id = await deliveryIdOf(context, occurrence);
        if (id === undefined) return null;
        return loadRecord(context, info, context.db.delivery, selection, id);
      },
    }),
    lines: t.field({
      type: [OccurrenceLine],
      ...embedded(MAX_LINES),
      resolve: ({ lines, names }) => lines.map((line) => ({ ...line, name: names.get(line.productId)! })),
    }),
    isChanged: t.exposeBoolean('isChanged'),
  }),
});

builder.prismaObjectFields(StandingOrder, (t) => ({
  occurrences: t.field({
    type: [Occurrence],
    args: { from: t.arg({ type: 'Date' }), to: t.arg({ type: 'Date' }) },
    ...PLANNED,
    ...embedded((_quotas, argument) => mostDays(argument)),
    resolve: async ({ id }, args, context, info) => {
      const found = await occurrencesOf(context, id, args, { hasLines: selects(info, 'lines') });
      // Two months of a long order have 31,000 lines.
      return oneByOne(found, (occurrence) => occurrence);
    },
  }),
  next: t.field({
    type: Occurrence,
    nullable: true,
    ...PLANNED,
    resolve: ({ id }, _args, context, info) =>
      nextOccurrenceOf(context, id, { hasLines: selects(info, 'lines') }),
  }),
}));

const Warning = builder.objectRef<StandingOrderWarning>('StandingOrderWarning').implement({
  authScopes: EITHER,
  fields: (t) => ({
    kind: t.expose('kind', { type: enumType(WARNING_KIND) }),
    message: t.exposeString('message'),
  }),
});

builder.prismaObjectField(StandingOrder, 'warnings', (t) =>
  t.field({
    type: [Warning],
    ...costing(4),
    ...embedded(MAX_WARNINGS),
    select: { id: true },
    resolve: ({ id }, _args, context) => warningsOf(context, id),
  }),
);

function read({ orderId, day }: OccurrenceOf, context: Context) {
  return occurrenceOn(context, orderId, day);
}

function details({ id, date }: { id: string; date: string }) {
  return { standingOrder: id, date };
}

/** What could not be recorded failed again. */
function hasFailed(result: unknown): boolean {
  return (result as OccurrenceShape).status === 'failed';
}

const OccurrenceLineInput = inputType('OccurrenceLineInput', OCCURRENCE_LINE_FIELDS, 'create');

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  const date = t.arg({ type: 'Date', required: true });
  return {
    skipOccurrence: t.field({
      type: Occurrence,
      authScopes: WRITE,
      audit: { done: 'occurrence.skipped', details },
      args: { id, date },
      resolve: async (_root, args, context) => read(await skipOccurrence(context, args), context),
    }),
    restoreOccurrence: t.field({
      type: Occurrence,
      authScopes: WRITE,
      audit: { done: 'occurrence.restored', details, didNothing: hasFailed },
      args: { id, date },
      resolve: async (_root, args, context) => read(await restoreOccurrence(context, args), context),
    }),
    restoreOccurrences: t.int({
      authScopes: WRITE,
      audit: {
        done: 'occurrence.restored',
        details: ({ from, to }, count) => ({ from, to, count: Number(count) }),
        didNothing: (count) => count === 0,
      },
      args: {
        from: t.arg({ type: 'Date', required: true }),
        to: t.arg({ type: 'Date', required: true }),
      },
      resolve: (_root, args, context) => restoreOccurrences(context, args),
    }),
    changeOccurrence: t.field({
      type: Occurrence,
      authScopes: WRITE,
      audit: { done: 'occurrence.changed', details },
      args: { id, date, lines: t.arg({ type: [OccurrenceLineInput], required: true }), ...IF_MATCH },
      resolve: async (_root, args, context) =>
        read(await changeOccurrence(context, args, args.lines, args.ifMatch), context),
    }),
  };
});

const deliveryIdOf = readTogether(newestDeliveries);
