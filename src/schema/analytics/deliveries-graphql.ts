import { builder } from '../builder.ts';
import { Status } from '../delivery/graphql.ts';
import {
  firstArg,
  IntervalName,
  periodType,
  placesOf,
  rangeArgs,
  rankType,
  requireNamed,
} from './graphql.ts';
import { periodsOf, type Range, rangeOf, wholeOf } from './range.ts';
import {
  type DeliveryFigures,
  type DeliveryRanking,
  readDeliveryPeriods,
  readDeliveryRanking,
} from './read-deliveries.ts';

const READ = { scope: 'deliveries:read' } as const;

const StatusFigures = builder.objectRef<DeliveryFigures['byStatus'][0]>('DeliveryStatusFigures').implement({
  description: 'Figures of those deliveries that are now in this status.',
  authScopes: READ,
  fields: (t) => ({
    status: t.expose('status', { type: Status }),
    count: t.exposeInt('count'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    value: t.expose('value', { type: 'Decimal' }),
  }),
});

const Figures = builder.objectRef<DeliveryFigures>('DeliveryFigures').implement({
  description: 'Figures of deliveries; of a product or a category, of its lines in them.',
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Of deliveries; of a category, of lines in deliveries.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Of pieces.' }),
    value: t.expose('value', { type: 'Decimal' }),
    byStatus: t.expose('byStatus', { type: [StatusFigures], description: 'Every status, also without any.' }),
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

const DeliveryAnalytics = builder.objectRef<Range>('DeliveryAnalytics').implement({
  description: 'Figures of the deliveries that were created in a range of days.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      resolve: async (range, _args, context) =>
        (await readDeliveryPeriods(context, wholeOf(range)))[0]!.figures,
    }),
    series: t.field({
      type: [DeliveryPeriod],
      description: 'Every period of the range, also without any deliveries.',
      args: { interval: t.arg({ type: IntervalName, required: true }) },
      resolve: (range, { interval }, context) => readDeliveryPeriods(context, periodsOf(range, interval)),
    }),
    ranking: t.field({
      type: [DeliveryRank],
      description:
        'The most first. Ranking by supermarket or branch also needs `supermarkets:read`, by product or category `products:read`.',
      args: {
        by: t.arg({ type: DeliveryRankingName, required: true }),
        ...firstArg,
        orderBy: t.arg({ type: Measure, required: true, defaultValue: 'value' }),
      },
      resolve: (range, { by, first, orderBy }, context) => {
        requireNamed(context, by);
        return readDeliveryRanking(context, range, { by, first: placesOf(first), measure: orderBy });
      },
    }),
  }),
});

builder.queryField('deliveryAnalytics', (t) =>
  t.field({
    type: DeliveryAnalytics,
    authScopes: READ,
    args: rangeArgs,
    resolve: (_root, args) => rangeOf(args),
  }),
);
