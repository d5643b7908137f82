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
  description: 'Figures of returns.',
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of returns; a reversal counts as −1.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of units.' }),
    kilograms: t.expose('kilograms', {
      type: 'Decimal',
      description: 'The sum of quantity × weight, as the products weighed when the deliveries were created.',
    }),
    creditAmount: t.expose('creditAmount', {
      type: 'Decimal',
      description: 'The sum of the credit amounts.',
    }),
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

const ReturnPeriod = periodType(
  'ReturnPeriod',
  Figures,
  'returns:read',
  'The figures of the returns of the period.',
);
const ReturnRank = rankType('ReturnRank', Figures, 'returns:read', {
  name: 'The name of the supermarket, branch or product as it is now, or the category or reason.',
  figures: 'The figures of the ranked returns.',
});

const ReturnRankingName = builder.enumType('ReturnRanking', {
  values: {
    ...RANKED,
    REASON: { description: 'By reason.', value: 'reason' },
  } as const satisfies Record<string, { value: ReturnRanking; description: string }>,
  description: 'What returns are ranked by.',
});

const Measure = builder.enumType('ReturnMeasure', {
  values: {
    COUNT: { description: 'The number of returns.', value: 'count' },
    QUANTITY: { description: 'The number of pieces.', value: 'quantity' },
    CREDIT_AMOUNT: { description: 'The credit amount.', value: 'credit_amount' },
  } as const,
  description: 'A figure that returns are ranked by.',
});

const ReturnDayName = builder.enumType('ReturnDay', {
  values: {
    RECORDED: { description: 'The day on which they were recorded.', value: 'recorded' },
    RETURN_DATE: { description: 'Their return date.', value: 'return_date' },
  } as const satisfies Record<string, { value: keyof typeof RETURN_DAYS; description: string }>,
  description: 'A day by which returns count.',
});

const ReturnAnalyticsFilter = builder.inputType('ReturnAnalyticsFilter', {
  description:
    'Which returns to include. Filters are combined with AND. Except for `reasons`, they also apply to the deliveries in `rate`.',
  fields: (t) => ({
    reasons: t.stringList({ description: 'For exactly one of these reasons.' }),
    ...ofGoods('From', t),
  }),
});

/** The arguments of the field, parsed. */
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
      description: 'The figures of the whole range.',
      resolve: async (analytics, _args, context, info) =>
        (await readReturnPeriods(context, wholeOf(analytics), queryOf(analytics, info)))[0]!.figures,
    }),
    series: t.field({
      type: [ReturnPeriod],
      description: 'The figures of each period, including those without returns.',
      args: {
        interval: t.arg({ type: IntervalName, required: true, description: 'The length of each period.' }),
      },
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
        by: t.arg({ type: ReturnRankingName, required: true, description: 'What to rank.' }),
        ...placesArgs,
        orderBy: t.arg({
          type: Measure,
          required: true,
          defaultValue: 'credit_amount',
          description: 'The figure to rank by, highest first (default `CREDIT_AMOUNT`).',
        }),
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
      args: { by: t.arg({ type: ReturnRankingName, required: true, description: 'What is ranked.' }) },
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
    description: 'Figures of the returns of a range of days: totals, a series over time, and rankings.',
    authScopes: READ,
    args: {
      ...rangeArgs,
      by: t.arg({
        type: ReturnDayName,
        required: true,
        defaultValue: 'recorded',
        description:
          'The day by which returns count (default `RECORDED`). By `RETURN_DATE`, `timeZone` moves no return.',
      }),
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
