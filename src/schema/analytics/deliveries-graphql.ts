import { builder } from '../builder.ts';
import { Status } from '../delivery/graphql.ts';
import { costing, embedded, type Selected } from '../list-size.ts';
import { DELIVERY_STATUSES } from '../delivery/status.ts';
import { type DeliveryFilter, deliveryFilterOf } from './filter.ts';
import {
  firstArg,
  IntervalName,
  isOfLines,
  ofGoods,
  periodType,
  placesOf,
  POINTS,
  rangeArgs,
  rankType,
  requireNamed,
} from './graphql.ts';
import { MAX_PERIODS, periodsOf, type Range, rangeOf, wholeOf } from './range.ts';
import {
  type DeliveryFigures,
  type DeliveryRanking,
  readDeliveryPeriods,
  readDeliveryRanking,
} from './read-deliveries.ts';

const READ = { scope: 'deliveries:read' } as const;

const StatusFigures = builder.objectRef<DeliveryFigures['byStatus'][0]>('DeliveryStatusFigures').implement({
  description: 'Figures of the deliveries that are in this status now.',
  authScopes: READ,
  fields: (t) => ({
    status: t.expose('status', { type: Status }),
    count: t.exposeInt('count'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    value: t.expose('value', { type: 'Decimal' }),
  }),
});

const Figures = builder.objectRef<DeliveryFigures>('DeliveryFigures').implement({
  description:
    'Figures of deliveries. For a product or a category, quantities and values are those of its lines.',
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'The number of deliveries; when ranked by category, of lines.',
    }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of pieces.' }),
    value: t.expose('value', { type: 'Decimal' }),
    byStatus: t.expose('byStatus', {
      type: [StatusFigures],
      description: 'The figures of each status, including those without deliveries.',
      ...embedded(DELIVERY_STATUSES.length),
    }),
  }),
});

const DeliveryPeriod = periodType('DeliveryPeriod', Figures, 'deliveries:read');
const DeliveryRank = rankType('DeliveryRank', Figures, 'deliveries:read');

const DeliveryRankingName = builder.enumType('DeliveryRanking', {
  values: {
    SUPERMARKET: { value: 'supermarket' },
    BRANCH: { value: 'branch' },
    PRODUCT: { value: 'product' },
    CATEGORY: { value: 'category' },
  } as const satisfies Record<string, { value: DeliveryRanking }>,
});

const Measure = builder.enumType('DeliveryMeasure', {
  values: { COUNT: { value: 'count' }, QUANTITY: { value: 'quantity' }, VALUE: { value: 'value' } } as const,
});

const DeliveryAnalyticsFilter = builder.inputType('DeliveryAnalyticsFilter', {
  description: 'Which deliveries to include. Filters are combined with AND.',
  fields: (t) => ({
    statuses: t.field({ type: [Status], description: 'In one of these statuses now.' }),
    ...ofGoods('To', t),
  }),
});

/** The arguments of the analytics field, parsed. */
interface AnalyticsArgs extends Range {
  filter: DeliveryFilter;
}

const DeliveryAnalytics = builder.objectRef<AnalyticsArgs>('DeliveryAnalytics').implement({
  description: 'Figures of the deliveries created in a range of days.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      ...costing(periodsCost),
      resolve: async (analytics, _args, context) =>
        (await readDeliveryPeriods(context, wholeOf(analytics), analytics.filter))[0]!.figures,
    }),
    series: t.field({
      type: [DeliveryPeriod],
      description: 'The figures of each period, including those without deliveries.',
      args: { interval: t.arg({ type: IntervalName, required: true }) },
      extensions: { ...costing(periodsCost).extensions, ...embedded(MAX_PERIODS).extensions },
      resolve: (analytics, { interval }, context) =>
        readDeliveryPeriods(context, periodsOf(analytics, interval), analytics.filter),
    }),
    ranking: t.field({
      type: [DeliveryRank],
      description: 'Ranks supermarkets, branches, products or categories, highest first.',
      args: {
        by: t.arg({ type: DeliveryRankingName, required: true }),
        ...firstArg,
        orderBy: t.arg({ type: Measure, required: true, defaultValue: 'value' }),
      },
      ...costing(rankingCost),
      resolve: (analytics, { by, first, orderBy }, context) => {
        requireNamed(context, by);
        const ranking = { by, first: placesOf(first), measure: orderBy };
        return readDeliveryRanking(context, analytics, ranking, analytics.filter);
      },
    }),
  }),
});

builder.queryField('deliveryAnalytics', (t) =>
  t.field({
    type: DeliveryAnalytics,
    authScopes: READ,
    args: {
      ...rangeArgs,
      filter: t.arg({
        type: DeliveryAnalyticsFilter,
        description: 'Which deliveries to include; all by default.',
      }),
    },
    resolve: async (_root, args, context) => ({
      ...(await rangeOf(context, args)),
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
