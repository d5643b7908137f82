import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../../core/builder/builder.ts';
import type { Selected } from '../../core/builder/costs.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { selects } from '../../core/list/selections.ts';
import { type ReturnFilter, returnFilterOf } from './filter.ts';
import {
  IntervalName,
  isOf,
  isOfLines,
  ofGoods,
  periodType,
  PLACES,
  placesArgs,
  POINTS,
  rangeArgs,
  rankType,
  requireNamed,
} from './graphql.ts';
import { placesOf } from './places.ts';
import { MAX_PERIODS, periodsOf, type DayRange, rangeOf, wholeOf } from './range.ts';
import {
  countReturnPlaces,
  readReturnPeriods,
  readReturnRanking,
  RETURN_DAYS,
  type ReturnFigures,
  type ReturnQuery,
  type ReturnRanking,
} from './read-returns.ts';

const READ = { scope: 'returns:read' } as const;

const Figures = builder.objectRef<ReturnFigures>('ReturnFigures').implement({
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of returns; a reversal counts as −1.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of units.' }),
    kilograms: t.expose('kilograms', { type: 'Decimal' }),
    creditAmount: t.expose('creditAmount', { type: 'Decimal' }),
    rate: t.expose('rate', {
      type: 'Decimal',
      nullable: true,
      authScopes: { scope: 'deliveries:read' },
      description:
        'Quantity returned ÷ quantity in the deliveries of the same time that are in transit or completed, rounded to 6 ' +
        'decimals. Deliveries count by `CREATED` beside `RECORDED`, by `DELIVERY_DATE` beside `RETURN_DATE`. It exceeds 1 when goods from earlier deliveries come back. Null when nothing was delivered. ' +
        'Needs `deliveries:read`.',
    }),
  }),
});

const ReturnPeriod = periodType('ReturnPeriod', Figures, 'returns:read');
const ReturnRank = rankType('ReturnRank', Figures, 'returns:read');

const ReturnRankingName = builder.enumType('ReturnRanking', {
  values: {
    SUPERMARKET: { value: 'supermarket' },
    BRANCH: { value: 'branch' },
    PRODUCT: { value: 'product' },
    CATEGORY: { value: 'category' },
    REASON: { value: 'reason' },
  } as const satisfies Record<string, { value: ReturnRanking }>,
});

const Measure = builder.enumType('ReturnMeasure', {
  values: {
    COUNT: { value: 'count' },
    QUANTITY: { value: 'quantity' },
    CREDIT_AMOUNT: { value: 'credit_amount' },
  } as const,
});

const ReturnDayName = builder.enumType('ReturnDay', {
  values: {
    RECORDED: { value: 'recorded' },
    RETURN_DATE: { value: 'return_date' },
  } as const satisfies Record<string, { value: keyof typeof RETURN_DAYS }>,
});

const ReturnAnalyticsFilter = builder.inputType('ReturnAnalyticsFilter', {
  description:
    'Which returns to include. Filters are combined with AND. Except for `reasons`, they also apply to the deliveries in `rate`.',
  fields: (t) => ({
    reasons: t.stringList({ description: 'For exactly one of these reasons.' }),
    ...ofGoods('From', t),
  }),
});

/** The arguments of the analytics field, parsed. */
interface ReturnAnalyticsArgs extends DayRange {
  filter: ReturnFilter;
  by: keyof typeof RETURN_DAYS;
}

function queryOf({ filter, by }: ReturnAnalyticsArgs, info: GraphQLResolveInfo): ReturnQuery {
  const [hasRate, hasKilograms] = [selects(info, 'rate'), selects(info, 'kilograms')];
  return { filter, day: RETURN_DAYS[by], hasKilograms, hasRate };
}

const ReturnAnalytics = builder.objectRef<ReturnAnalyticsArgs>('ReturnAnalytics').implement({
  description: 'Figures of the returns of a range of days, without what was reversed.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      ...costing(periodsCost),
      resolve: async (analytics, _args, context, info) =>
        (await readReturnPeriods(context, wholeOf(analytics), queryOf(analytics, info)))[0]!.figures,
    }),
    series: t.field({
      type: [ReturnPeriod],
      description: 'The figures of each period, including those without returns.',
      args: { interval: t.arg({ type: IntervalName, required: true }) },
      ...costing(periodsCost),
      ...embedded(MAX_PERIODS),
      resolve: (analytics, { interval }, context, info) =>
        readReturnPeriods(context, periodsOf(analytics, interval), queryOf(analytics, info)),
    }),
    ranking: t.field({
      type: [ReturnRank],
      description:
        'Ranks supermarkets, branches, products, categories or reasons, highest first. The `rate` of a reason is its share ' +
        'of all quantities delivered.',
      args: {
        by: t.arg({ type: ReturnRankingName, required: true }),
        ...placesArgs,
        orderBy: t.arg({ type: Measure, required: true, defaultValue: 'credit_amount' }),
      },
      ...costing(rankingCost),
      resolve: (analytics, { by, first, skip, orderBy }, context, info) => {
        requireNamed(context, by);
        const ranking = { by, ...placesOf(first, skip), measure: orderBy };
        return readReturnRanking(context, analytics, ranking, queryOf(analytics, info));
      },
    }),
    places: t.int({
      description: PLACES,
      args: { by: t.arg({ type: ReturnRankingName, required: true }) },
      ...costing(rankingCost),
      resolve: (analytics, { by }, context) => {
        requireNamed(context, by);
        return countReturnPlaces(context, analytics, by, {
          filter: analytics.filter,
          day: RETURN_DAYS[analytics.by],
        });
      },
    }),
  }),
});

builder.queryField('returnAnalytics', (t) =>
  t.field({
    type: ReturnAnalytics,
    authScopes: READ,
    args: {
      ...rangeArgs,
      by: t.arg({ type: ReturnDayName, required: true, defaultValue: 'recorded' }),
      filter: t.arg({
        type: ReturnAnalyticsFilter,
        description: 'Which returns to include; all by default.',
      }),
    },
    resolve: async (_root, args, context) => ({
      ...(await rangeOf(context, args)),
      by: args.by,
      filter: returnFilterOf(context, args.filter),
    }),
  }),
);

/**
 * A filter by branch reads each return's delivery; the rate of a product or category reads every line of the
 * deliveries.
 */
function periodsCost(selected: Selected): number {
  const returns = isOf(selected, ['branchId']) ? POINTS.rankedReturns.BRANCH : POINTS.returns;
  return (
    weighed(selected) +
    returns +
    (selected.selects('rate') && isOfLines(selected) ? POINTS.rankedDeliveries.PRODUCT : 0)
  );
}

/** Kilograms need the line of each return. */
function weighed(selected: Selected): number {
  return selected.selects('kilograms') ? POINTS.returnedLines : 0;
}

/** The rate needs a second ranking, of the deliveries. */
function rankingCost(selected: Selected): number {
  const by = selected.argument('by') as keyof typeof POINTS.rankedReturns;
  const isByBranch = isOf(selected, ['branchId']) || POINTS.rankedReturns[by] === undefined;
  const returns = weighed(selected) + (isByBranch ? POINTS.rankedReturns.BRANCH : POINTS.rankedReturns[by]);
  if (!selected.selects('rate')) return returns;
  if (isOfLines(selected)) return returns + POINTS.rankedDeliveries.PRODUCT;
  const delivered: Partial<Record<string, number>> = POINTS.rankedDeliveries;
  return returns + (delivered[by] ?? POINTS.deliveries);
}
