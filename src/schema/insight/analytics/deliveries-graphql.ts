import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../../core/builder/builder.ts';
import { Status } from '../../trade/delivery/graphql.ts';
import { PartFigures } from '../../trade/delivery/part-figures-graphql.ts';
import type { Selected } from '../../core/builder/costs.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { selects } from '../../core/list/selections.ts';
import { DELIVERY_STATUSES } from '../../trade/delivery/status.ts';
import { type DeliveryFilter, deliveryFilterOf } from './filter.ts';
import {
  IntervalName,
  isOfLines,
  ofGoods,
  periodType,
  RANKED,
  PLACES,
  placesArgs,
  POINTS,
  rangeArgs,
  rankType,
  requireNamed,
} from './graphql.ts';
import { placesOf } from '../../core/list/places.ts';
import { MAX_PERIODS } from '../limits.ts';
import { periodsOf, type DayRange, rangeOf, wholeOf } from './range.ts';
import {
  countDeliveryPlaces,
  DELIVERY_DAYS,
  type DeliveryFigures,
  type DeliveryQuery,
  type DeliveryRanking,
  readDeliveryPeriods,
  readDeliveryRanking,
} from './read-deliveries.ts';

const READ = { scope: 'deliveries:read' } as const;

const StatusFigures = builder.objectRef<DeliveryFigures['byStatus'][0]>('DeliveryStatusFigures').implement({
  description: 'Figures of the deliveries that are in this status now.',
  authScopes: READ,
  fields: (t) => ({
    status: t.expose('status', { type: Status, description: 'The status.' }),
    count: t.exposeInt('count', { description: 'The number of deliveries in this status.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of pieces in them.' }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of quantity × unit price.' }),
  }),
});

const Figures = builder.objectRef<DeliveryFigures>('DeliveryFigures').implement({
  description:
    'Figures of deliveries that are completed or open. For a product or a category, quantities, values and weights are those of its lines.',
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'The number of deliveries; when ranked by category, of lines.',
    }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of units.' }),
    units: t.expose('quantity', { type: 'Decimal', description: 'The same as `quantity`.' }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of quantity × unit price.' }),
    kilograms: t.expose('kilograms', {
      type: 'Decimal',
      description: 'The sum of quantity × weight, as the products weighed when the deliveries were created.',
    }),
    completed: t.expose('completed', {
      type: PartFigures,
      description: 'The figures of completed deliveries.',
    }),
    open: t.expose('open', {
      type: PartFigures,
      description: 'The figures of pending deliveries and those in transit.',
    }),
    cancelled: t.expose('cancelled', {
      type: PartFigures,
      description: 'The figures of cancelled deliveries, which are in none of the others but `byStatus`.',
    }),
    byStatus: t.expose('byStatus', {
      type: [StatusFigures],
      description: 'The figures of each status, including those without deliveries.',
      ...embedded(DELIVERY_STATUSES.length),
    }),
  }),
});

const DeliveryPeriod = periodType(
  'DeliveryPeriod',
  Figures,
  'deliveries:read',
  'The figures of the deliveries of the period.',
);
const DeliveryRank = rankType('DeliveryRank', Figures, 'deliveries:read', {
  name: 'The name of the supermarket, branch or product as it is now, or the category.',
  figures: 'The figures of the ranked deliveries.',
});

const DeliveryRankingName = builder.enumType('DeliveryRanking', {
  values: {
    ...RANKED,
  } as const satisfies Record<string, { value: DeliveryRanking; description: string }>,
  description: 'What deliveries are ranked by.',
});

const Measure = builder.enumType('DeliveryMeasure', {
  values: {
    COUNT: { description: 'The number of deliveries; for a category, of lines.', value: 'count' },
    QUANTITY: { description: 'The number of pieces.', value: 'quantity' },
    VALUE: { description: 'Quantity × unit price.', value: 'value' },
  } as const,
  description: 'A figure that deliveries are ranked by.',
});

const DeliveryDay = builder.enumType('DeliveryDay', {
  values: {
    CREATED: { description: 'The day on which they were created.', value: 'created' },
    DELIVERY_DATE: { description: 'The day on which they are due.', value: 'delivery_date' },
  } as const satisfies Record<string, { value: keyof typeof DELIVERY_DAYS; description: string }>,
  description: 'A day by which deliveries count.',
});

const DeliveryAnalyticsFilter = builder.inputType('DeliveryAnalyticsFilter', {
  description: 'Which deliveries to include. Filters are combined with AND.',
  fields: (t) => ({
    statuses: t.field({ type: [Status], description: 'In one of these statuses now.' }),
    includeReplaced: t.boolean({
      description:
        'Whether to include deliveries that a newer version replaced (default false). They are in `cancelled` and `byStatus`.',
    }),
    ...ofGoods('To', t),
  }),
});

/** The arguments of the field, parsed. */
interface DeliveryAnalyticsArgs extends DayRange {
  filter: DeliveryFilter;
  by: keyof typeof DELIVERY_DAYS;
}

function queryOf({ filter, by }: DeliveryAnalyticsArgs, info: GraphQLResolveInfo): DeliveryQuery {
  return { filter, day: DELIVERY_DAYS[by], hasKilograms: selects(info, 'kilograms') };
}

const DeliveryAnalytics = builder.objectRef<DeliveryAnalyticsArgs>('DeliveryAnalytics').implement({
  description: 'Figures of the deliveries of a range of days.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      ...costing(periodsCost),
      description: 'The figures of the whole range.',
      resolve: async (analytics, _args, context, info) =>
        (await readDeliveryPeriods(context, wholeOf(analytics), queryOf(analytics, info)))[0]!.figures,
    }),
    series: t.field({
      type: [DeliveryPeriod],
      description: 'The figures of each period, including those without deliveries.',
      args: {
        interval: t.arg({ type: IntervalName, required: true, description: 'The length of each period.' }),
      },
      ...costing(periodsCost),
      ...embedded(MAX_PERIODS),
      resolve: (analytics, { interval }, context, info) =>
        readDeliveryPeriods(context, periodsOf(analytics, interval), queryOf(analytics, info)),
    }),
    ranking: t.field({
      type: [DeliveryRank],
      description:
        'Ranks supermarkets, branches, products or categories, highest first. It leaves out those that have only cancelled deliveries.',
      args: {
        by: t.arg({ type: DeliveryRankingName, required: true, description: 'What to rank.' }),
        ...placesArgs,
        orderBy: t.arg({
          type: Measure,
          required: true,
          defaultValue: 'value',
          description: 'The figure to rank by, highest first (default `VALUE`).',
        }),
      },
      ...costing(rankingCost),
      resolve: (analytics, { by, first, skip, orderBy }, context, info) => {
        requireNamed(context, by);
        const ranking = { by, ...placesOf(first, skip), measure: orderBy };
        return readDeliveryRanking(context, analytics, ranking, queryOf(analytics, info));
      },
    }),
    places: t.int({
      description: PLACES,
      args: { by: t.arg({ type: DeliveryRankingName, required: true, description: 'What is ranked.' }) },
      ...costing(rankingCost),
      resolve: (analytics, { by }, context) => {
        requireNamed(context, by);
        const query = { filter: analytics.filter, day: DELIVERY_DAYS[analytics.by], hasKilograms: false };
        return countDeliveryPlaces(context, analytics, by, query);
      },
    }),
  }),
});

builder.queryField('deliveryAnalytics', (t) =>
  t.field({
    type: DeliveryAnalytics,
    description: 'Figures of the deliveries of a range of days: totals, a series over time, and rankings.',
    authScopes: READ,
    args: {
      ...rangeArgs,
      by: t.arg({
        type: DeliveryDay,
        required: true,
        defaultValue: 'created',
        description:
          'The day by which deliveries count (default `CREATED`). By `DELIVERY_DATE`, `timeZone` moves no delivery.',
      }),
      filter: t.arg({
        type: DeliveryAnalyticsFilter,
        description: 'Which deliveries to include; all by default, apart from versions that were replaced.',
      }),
    },
    resolve: async (_root, args, context) => ({
      ...(await rangeOf(context, args)),
      by: args.by,
      filter: deliveryFilterOf(context, args.filter),
    }),
  }),
);

/** Filtering by product or category reads every line of the deliveries. */
function periodsCost(selected: Selected): number {
  return isOfLines(selected) ? POINTS.rankedDeliveries.PRODUCT : POINTS.deliveries;
}

function rankingCost(selected: Selected): number {
  if (isOfLines(selected)) return POINTS.rankedDeliveries.PRODUCT;
  const by = selected.argument('by') as keyof typeof POINTS.rankedDeliveries;
  return POINTS.rankedDeliveries[by] ?? POINTS.rankedDeliveries.PRODUCT;
}
