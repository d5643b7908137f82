import {
  IntervalName,
  isOfLines,
  ofGoods,
  periodType,
  PLACES,
  placesArgs,
  POINTS,
  rangeArgs,
  rankType,
  RANKED,
  requireNamed,
} from '../analytics/graphql.ts';
import { placesOf } from '../../core/list/places.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import type { Selected } from '../../core/builder/costs.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../core/limits.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { selects } from '../../core/list/selections.ts';
import { FAULT } from '../../trade/return/faults.ts';
import { MAX_GRACE_MINUTES, MAX_PERIODS } from '../limits.ts';
import { MissedDeliveryConnection } from './missed-graphql.ts';
import { type Performance, performanceOf } from './query.ts';
import {
  type PerformanceFigures,
  type PerformanceRanking,
  countPlaces,
  readRanking,
  readSeries,
  readTotal,
} from './read-figures.ts';
import { readMissed } from './read-missed.ts';
import { readShelfLife, type ShelfLifeFigures } from './read-shelf-life.ts';
import { type FaultFigures, readByFault, readWaste, type Waste } from './read-returned.ts';

const READ = { scope: 'returns:read' } as const;
const RATE = { type: 'Decimal', nullable: true } as const;

const Figures = builder.objectRef<PerformanceFigures>('PerformanceFigures').implement({
  description: 'Figures of completed deliveries. Rates are from 0 to 1, null without deliveries.',
  authScopes: READ,
  fields: (t) => ({
    deliveries: t.exposeInt('deliveries', {
      description: 'The number of completed deliveries; for a product or a category, of those with it.',
    }),
    onTimeCount: t.exposeInt('onTimeCount', {
      description:
        'The number that arrived by the end of the delivery window of the branch, or on the day if it has none. Goods ' +
        'arrived at the `receivedAt` of the receipt; without a receipt, at the `completedAt` of the delivery.',
    }),
    inFullCount: t.exposeInt('inFullCount', {
      description:
        'The number of which nothing is missing: nothing less than in the first version, and no return by the supplier’s ' +
        'fault that is dated on the day of completion or earlier.',
    }),
    otifCount: t.exposeInt('otifCount', { description: 'The number on time and in full.' }),
    orderedQuantity: t.expose('orderedQuantity', {
      type: 'Decimal',
      description:
        'The quantity ordered: of each product, that of the delivery or of its first version, whichever is more.',
    }),
    missingQuantity: t.expose('missingQuantity', {
      type: 'Decimal',
      description: 'The part of it that was left out or refused at the door.',
    }),
    onTimeRate: t.expose('onTimeRate', { ...RATE, description: 'The share of deliveries on time.' }),
    inFullRate: t.expose('inFullRate', { ...RATE, description: 'The share of deliveries in full.' }),
    otifRate: t.expose('otifRate', { ...RATE, description: 'The share of deliveries on time and in full.' }),
    fillRate: t.expose('fillRate', {
      ...RATE,
      description: 'The share of the quantity ordered that was delivered and kept.',
    }),
    lateMinutesMedian: t.expose('lateMinutesMedian', {
      ...RATE,
      description: 'The median of the minutes that late deliveries were late.',
    }),
    lateMinutesP95: t.expose('lateMinutesP95', {
      ...RATE,
      description: 'The minutes that 95 % of late deliveries were late at most.',
    }),
    notTimelyRecorded: t.exposeInt('notTimelyRecorded', {
      description:
        'The number that arrived, as recorded, more than 12 hours after the window: probably, somebody clicked late.',
    }),
  }),
});

const Period = periodType(
  'PerformancePeriod',
  Figures,
  'returns:read',
  'The figures of the deliveries that were due in the period.',
);
const Rank = rankType('PerformanceRank', Figures, 'returns:read', {
  name: 'The name of the supermarket, branch or product as it is now, the category, or the weekday in English.',
  figures: 'The figures of the ranked deliveries.',
});

const RankingName = builder.enumType('PerformanceRanking', {
  values: {
    ...RANKED,
    WEEKDAY: { description: 'By the weekday on which deliveries were due.', value: 'weekday' },
  } as const satisfies Record<string, { value: PerformanceRanking; description: string }>,
  description: 'What performance is ranked by.',
});

const ReturnsByFault = builder.objectRef<FaultFigures>('ReturnsByFault').implement({
  description: 'The returns that are the fault of one party.',
  authScopes: READ,
  fields: (t) => ({
    fault: t.expose('fault', { type: enumType(FAULT), description: 'Whose fault they are.' }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'The number of pieces.' }),
    credit: t.expose('credit', { type: 'Decimal', description: 'The sum of the credit amounts.' }),
  }),
});

const WasteFigures = builder.objectRef<Waste>('Waste').implement({
  description: 'Goods that were thrown away.',
  authScopes: { scope: 'products:read' },
  fields: (t) => ({
    kilograms: t.expose('kilograms', {
      type: 'Decimal',
      description: 'Their weight, as the products weighed when the deliveries were created.',
    }),
    rate: t.expose('rate', {
      ...RATE,
      description: 'Their share of the weight delivered; null when nothing was.',
    }),
  }),
});

const ShelfLife = builder.objectRef<ShelfLifeFigures>('ShelfLifeFigures').implement({
  description:
    'The lines with a dated lot to supermarkets with a promise, by the promises of today. A line is short if one of its lots is.',
  authScopes: READ,
  fields: (t) => ({
    lines: t.exposeInt('lines', { description: 'The number of these lines.' }),
    enoughCount: t.exposeInt('enoughCount', {
      description: 'The number of them with enough shelf life on the day of delivery.',
    }),
    enoughRate: t.expose('enoughRate', { ...RATE, description: 'Their share; null without such lines.' }),
  }),
});

const Filter = builder.inputType('DeliveryPerformanceFilter', {
  description: 'Which deliveries to include, and what counts as on time. Filters are combined with AND.',
  fields: (t) => ({
    ...ofGoods('To', t),
    graceMinutes: t.int({
      description: `How late a delivery can be and still count as on time (0–${MAX_GRACE_MINUTES}, default 0).`,
    }),
    timelyRecordedOnly: t.boolean({
      description: 'Whether to leave out deliveries that count as `notTimelyRecorded` (default false).',
    }),
  }),
});

const DeliveryPerformance = builder.objectRef<Performance>('DeliveryPerformance').implement({
  description: 'The performance of the completed deliveries that were due in a range of days.',
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      ...costing(figuresCost),
      description: 'The figures of the whole range.',
      resolve: (performance, _args, context) => readTotal(context, performance),
    }),
    series: t.field({
      type: [Period],
      description: 'The figures of each period, including those without deliveries.',
      args: {
        interval: t.arg({ type: IntervalName, required: true, description: 'The length of each period.' }),
      },
      ...costing(figuresCost),
      ...embedded(MAX_PERIODS),
      resolve: (performance, { interval }, context) => readSeries(context, performance, interval),
    }),
    ranking: t.field({
      type: [Rank],
      description:
        'Ranks supermarkets, branches, products, categories or weekdays, those with the most missed deliveries first.',
      args: { by: t.arg({ type: RankingName, required: true, description: 'What to rank.' }), ...placesArgs },
      ...costing(rankingCost),
      resolve: (performance, { by, first, skip }, context) => {
        requireNamed(context, by);
        return readRanking(context, performance, { by, ...placesOf(first, skip) });
      },
    }),
    places: t.int({
      description: PLACES,
      args: { by: t.arg({ type: RankingName, required: true, description: 'What is ranked.' }) },
      ...costing(rankingCost),
      resolve: (performance, { by }, context) => {
        requireNamed(context, by);
        return countPlaces(context, performance, by);
      },
    }),
    returnsByFault: t.field({
      type: [ReturnsByFault],
      ...costing(POINTS.performance.deliveries),
      ...embedded(FAULT.values.length),
      description:
        'All returns from these deliveries, by whose fault they are. `missing`, `damaged`, `quality`, `wrong_item`, ' +
        '`too_warm` and `short_dated` are the supplier’s, `overstock` and `unsold` the retailer’s, all others neutral.',
      resolve: (performance, _args, context) => readByFault(context, performance),
    }),
    waste: t.field({
      type: WasteFigures,
      ...costing((selected) => POINTS.performance[selected.selects('rate') ? 'lines' : 'deliveries']),
      description:
        'What came back from these deliveries as `expired`, `damaged`, `overstock` or `recalled`. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      resolve: (performance, _args, context, info) => readWaste(context, performance, selects(info, 'rate')),
    }),
    shelfLife: t.field({
      type: ShelfLife,
      ...costing(POINTS.performance.lines),
      description:
        'How many lines kept what their supermarket is promised of shelf life (`minRemainingDays`, `minRemainingPercent`).',
      resolve: (performance, _args, context) => readShelfLife(context, performance),
    }),
    missed: t.fieldWithSelection({
      type: MissedDeliveryConnection,
      description: 'The deliveries that were late or not in full, those due last first.',
      paths: [['nodes', 'delivery']],
      args: {
        first: t.arg.int({
          required: true,
          defaultValue: DEFAULT_PER_PAGE,
          description: `The number of deliveries (1–${MAX_PER_PAGE}, default ${DEFAULT_PER_PAGE}).`,
        }),
        after: t.arg.string({ description: 'Returns deliveries after this cursor.' }),
      },
      ...costing(figuresCost),
      resolve: (selection, performance, args, context) => readMissed(context, performance, args, selection),
    }),
  }),
});

builder.queryField('deliveryPerformance', (t) =>
  t.field({
    type: DeliveryPerformance,
    description:
      'How well deliveries did what was promised: on time, in full, and what came back. Counts completed deliveries, by ' +
      'the day on which they were due. Needs `returns:read` too.',
    authScopes: { scope: 'deliveries:read' },
    args: {
      ...rangeArgs,
      filter: t.arg({ type: Filter, description: 'Which deliveries to include; all by default.' }),
    },
    resolve: (_root, args, context) => performanceOf(context, args),
  }),
);

/** Filters or rankings by product or category read lines. */
function figuresCost(selected: Selected): number {
  return POINTS.performance[isOfLines(selected) ? 'lines' : 'deliveries'];
}

function rankingCost(selected: Selected): number {
  const isByPlace = ['SUPERMARKET', 'BRANCH', 'WEEKDAY'].includes(selected.argument('by') as string);
  return isByPlace ? figuresCost(selected) : POINTS.performance.lines;
}
