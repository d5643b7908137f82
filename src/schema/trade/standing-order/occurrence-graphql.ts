import { figure } from '../../core/noun/rules.ts';
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
import { MAX_ORDER_LINES, MAX_RESTORED_DATES, MAX_RESTORED_LINES, MAX_WINDOW_DAYS } from '../limits.ts';
import {
  changeOccurrence,
  type OccurrenceOf,
  restoreOccurrence,
  skipOccurrence,
} from './change-occurrence.ts';
import { OCCURRENCE_LINE_FIELDS, OCCURRENCE_STATUS } from './fields.ts';
import { StandingOrder } from './graphql.ts';
import { occurrenceInWords, problemOfOccurrence } from './occurrence-words.ts';
import {
  DEFAULT_DAYS,
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

/** The cost of reading the closed days and stored dates that determine the dates of an order. */
const PLANNED = costing(2);

const OccurrenceLine = builder.objectRef<Line & { name: string }>('OccurrenceLine').implement({
  description: 'A line of a date of a standing order.',
  authScopes: EITHER,
  fields: (t) => ({
    ...exposed(t, OCCURRENCE_LINE_FIELDS),
    name: t.exposeString('name', { description: 'The name of the product now.' }),
    product: t.fieldWithSelection({
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
  }),
});

const Occurrence = builder.objectRef<OccurrenceShape>('Occurrence').implement({
  description: 'A date of a standing order.',
  authScopes: EITHER,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: DATE }),
    deliveryDate: t.expose('deliveryDate', {
      type: 'Date',
      nullable: true,
      description:
        'The day of delivery, which is another one if the date is on a closed day; null if nothing is delivered.',
    }),
    status: t.expose('status', { type: enumType(OCCURRENCE_STATUS), description: 'The status of the date.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it failed or was skipped by the rule: `closed_day`, `archived`, `too_late` or `refused`; null for what was skipped by hand, and for others.',
    }),
    message: t.string({
      nullable: true,
      description: 'Why nothing is delivered, in words; null for what is planned or created.',
      resolve: occurrenceInWords,
    }),
    problem: t.string({
      nullable: true,
      description: 'Why it failed, for programs, such as `archived`; null for other dates.',
      resolve: (occurrence) => problemOfOccurrence(occurrence)?.problem,
    }),
    values: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The values of the problem; null if it has none.',
      resolve: (occurrence) => problemOfOccurrence(occurrence)?.values,
    }),
    delivery: t.fieldWithSelection({
      type: Delivery,
      nullable: true,
      description: 'The newest version of the delivery; null until it is created.',
      resolve: async (selection, occurrence, _args, context, info) => {
        if (occurrence.status !== 'created') return null;
        const id = await deliveryIdOf(context, occurrence);
        if (id === undefined) return null;
        return loadRecord(context, info, context.db.delivery, selection, id);
      },
    }),
    lines: t.field({
      type: [OccurrenceLine],
      ...embedded(MAX_ORDER_LINES),
      description: 'What is delivered: the lines of the order for this day, or those of this date alone.',
      resolve: ({ lines, names }) => lines.map((line) => ({ ...line, name: names.get(line.productId)! })),
    }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the date has lines of its own.' }),
  }),
});

builder.prismaObjectFields(StandingOrder, (t) => ({
  occurrences: t.field({
    type: [Occurrence],
    description:
      'The dates of the order in a range, past ones included, in their order. From today to 13 days later by default.',
    args: {
      from: t.arg({
        type: 'Date',
        description: "The first day (default: today in the account's time zone).",
      }),
      to: t.arg({
        type: 'Date',
        description: `The last day (default: ${DEFAULT_DAYS - 1} days after \`from\`, at most ${MAX_WINDOW_DAYS} days in all).`,
      }),
    },
    ...PLANNED,
    ...embedded((_quotas, argument) => mostDays(argument)),
    resolve: async ({ id }, args, context, info) => {
      const found = await occurrencesOf(context, id, args, { hasLines: selects(info, 'lines') });
      // Converted one by one, because two months of a long order have 31,000 lines.
      return oneByOne(found, (occurrence) => occurrence);
    },
  }),
  next: t.field({
    type: Occurrence,
    nullable: true,
    ...PLANNED,
    description: 'The first planned occurrence; null if there is none within 400 days.',
    resolve: ({ id }, _args, context, info) =>
      nextOccurrenceOf(context, id, { hasLines: selects(info, 'lines') }),
  }),
}));

const Warning = builder.objectRef<StandingOrderWarning>('StandingOrderWarning').implement({
  description: 'What is doubtful about a standing order.',
  authScopes: EITHER,
  fields: (t) => ({
    kind: t.expose('kind', { type: enumType(WARNING_KIND), description: 'What it is about.' }),
    message: t.exposeString('message', { description: 'The warning in words.' }),
  }),
});

builder.prismaObjectField(StandingOrder, 'warnings', (t) =>
  t.field({
    type: [Warning],
    ...costing(4),
    ...embedded(MAX_WARNINGS),
    description: 'Why the order will not deliver as it says; empty once it has ended.',
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

/** Returns whether the date failed again, because its delivery could not be created. */
function hasFailed(result: unknown): boolean {
  return (result as OccurrenceShape).status === 'failed';
}

const DATE = 'The day by the rule of the order, before it moved from a closed day.';

const OccurrenceLineInput = inputType(
  'OccurrenceLineInput',
  OCCURRENCE_LINE_FIELDS,
  'create',
  'A line of a date of a standing order.',
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the standing order.' });
  const date = t.arg({ type: 'Date', required: true, description: DATE });
  return {
    skipOccurrence: t.field({
      type: Occurrence,
      description: 'Skips a planned date.',
      authScopes: WRITE,
      audit: { done: 'occurrence.skipped', details },
      args: { id, date },
      resolve: async (_root, args, context) => read(await skipOccurrence(context, args), context),
    }),
    restoreOccurrence: t.field({
      type: Occurrence,
      description:
        'Plans a date again that was skipped by hand, or failed while its day is in the future; gives a changed date the lines of the order again. Creates the delivery of a date that is `too_late` on its own day, to record goods that went out by routine; if that is impossible, it stays failed.',
      authScopes: WRITE,
      audit: { done: 'occurrence.restored', details, didNothing: hasFailed },
      args: { id, date },
      resolve: async (_root, args, context) => read(await restoreOccurrence(context, args), context),
    }),
    restoreOccurrences: t.int({
      description: `Creates the deliveries of all dates that failed as \`too_late\`, each on its own day, and returns how many. What cannot be created stays failed with its reason. At most ${MAX_WINDOW_DAYS} days, ${figure(MAX_RESTORED_DATES)} dates and ${figure(MAX_RESTORED_LINES)} lines.`,
      authScopes: WRITE,
      audit: {
        done: 'occurrence.restored',
        details: ({ from, to }, count) => ({ from, to, count: Number(count) }),
        didNothing: (count) => count === 0,
      },
      args: {
        from: t.arg({ type: 'Date', required: true, description: 'The first date.' }),
        to: t.arg({ type: 'Date', required: true, description: 'The last date.' }),
      },
      resolve: (_root, args, context) => restoreOccurrences(context, args),
    }),
    changeOccurrence: t.field({
      type: Occurrence,
      description: 'Changes what a planned date delivers, and no other date.',
      authScopes: WRITE,
      audit: { done: 'occurrence.changed', details },
      args: {
        id,
        date,
        lines: t.arg({
          type: [OccurrenceLineInput],
          required: true,
          description: 'All lines of the date (1–500), each product at most once.',
        }),
        ...IF_MATCH,
      },
      resolve: async (_root, args, context) =>
        read(await changeOccurrence(context, args, args.lines, args.ifMatch), context),
    }),
  };
});

const deliveryIdOf = readTogether(newestDeliveries);
