import { builder } from '../builder.ts';
import {
  asksFor,
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
  readReturnPeriods,
  readReturnRanking,
  type ReturnFigures,
  type ReturnRanking,
} from './read-returns.ts';

const READ = { scope: 'returns:read' } as const;

const Figures = builder.objectRef<ReturnFigures>('ReturnFigures').implement({
  authScopes: READ,
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Of returns.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Of pieces.' }),
    creditAmount: t.expose('creditAmount', { type: 'Decimal' }),
    rate: t.expose('rate', {
      type: 'Decimal',
      nullable: true,
      authScopes: { scope: 'deliveries:read' },
      description:
        'The quantity that came back, by the quantity in deliveries of the same time that are in transit or completed; ' +
        'rounded to 6 decimals. Above 1 when goods come back that were delivered before. Null when nothing was delivered.',
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

const ReturnAnalytics = builder.objectRef<Range>('ReturnAnalytics').implement({
  description: 'Figures of the returns that were recorded in a range of days.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      resolve: async (range, _args, context, info) =>
        (await readReturnPeriods(context, wholeOf(range), asksFor(info, 'rate')))[0]!.figures,
    }),
    series: t.field({
      type: [ReturnPeriod],
      description: 'Every period of the range, also without any returns.',
      args: { interval: t.arg({ type: IntervalName, required: true }) },
      resolve: (range, { interval }, context, info) =>
        readReturnPeriods(context, periodsOf(range, interval), asksFor(info, 'rate')),
    }),
    ranking: t.field({
      type: [ReturnRank],
      description:
        'The most first. The rate of a reason is its share of all that was delivered. ' +
        'Ranking by supermarket or branch also needs `supermarkets:read`, by product or category `products:read`.',
      args: {
        by: t.arg({ type: ReturnRankingName, required: true }),
        ...firstArg,
        orderBy: t.arg({ type: Measure, required: true, defaultValue: 'credit_amount' }),
      },
      resolve: (range, { by, first, orderBy }, context, info) => {
        requireNamed(context, by);
        const asked = { by, first: placesOf(first), measure: orderBy };
        return readReturnRanking(context, range, asked, asksFor(info, 'rate'));
      },
    }),
  }),
});

builder.queryField('returnAnalytics', (t) =>
  t.field({
    type: ReturnAnalytics,
    authScopes: READ,
    args: rangeArgs,
    resolve: (_root, args) => rangeOf(args),
  }),
);
