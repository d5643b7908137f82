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
  requireNamed,
} from '../analytics/graphql.ts';
import { placesOf } from '../analytics/places.ts';
import { MAX_PERIODS } from '../analytics/range.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import type { Selected } from '../../core/builder/costs.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { selects } from '../../core/list/selections.ts';
import { FAULT } from '../../trade/return/faults.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../core/noun/rules.ts';
import { MissedDeliveryConnection } from './missed-graphql.ts';
import { MAX_GRACE_MINUTES, type Performance, performanceOf } from './query.ts';
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
  authScopes: READ,
  fields: (t) => ({
    deliveries: t.exposeInt('deliveries'),
    onTimeCount: t.exposeInt('onTimeCount'),
    inFullCount: t.exposeInt('inFullCount'),
    otifCount: t.exposeInt('otifCount'),
    orderedQuantity: t.expose('orderedQuantity', { type: 'Decimal' }),
    missingQuantity: t.expose('missingQuantity', { type: 'Decimal' }),
    onTimeRate: t.expose('onTimeRate', RATE),
    inFullRate: t.expose('inFullRate', RATE),
    otifRate: t.expose('otifRate', RATE),
    fillRate: t.expose('fillRate', RATE),
    lateMinutesMedian: t.expose('lateMinutesMedian', RATE),
    lateMinutesP95: t.expose('lateMinutesP95', RATE),
    notTimelyRecorded: t.exposeInt('notTimelyRecorded'),
  }),
});

const Period = periodType('PerformancePeriod', Figures, 'returns:read');
const Rank = rankType('PerformanceRank', Figures, 'returns:read');

const RankingName = builder.enumType('PerformanceRanking', {
  values: {
    SUPERMARKET: { value: 'supermarket' },
    BRANCH: { value: 'branch' },
    PRODUCT: { value: 'product' },
    CATEGORY: { value: 'category' },
    WEEKDAY: { value: 'weekday' },
  } as const satisfies Record<string, { value: PerformanceRanking }>,
});

const ReturnsByFault = builder.objectRef<FaultFigures>('ReturnsByFault').implement({
  authScopes: READ,
  fields: (t) => ({
    fault: t.expose('fault', { type: enumType(FAULT) }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    credit: t.expose('credit', { type: 'Decimal' }),
  }),
});

const WasteFigures = builder.objectRef<Waste>('Waste').implement({
  authScopes: { scope: 'products:read' },
  fields: (t) => ({
    kilograms: t.expose('kilograms', { type: 'Decimal' }),
    rate: t.expose('rate', RATE),
  }),
});

const ShelfLife = builder.objectRef<ShelfLifeFigures>('ShelfLifeFigures').implement({
  authScopes: READ,
  fields: (t) => ({
    lines: t.exposeInt('lines'),
    enoughCount: t.exposeInt('enoughCount'),
    enoughRate: t.expose('enoughRate', RATE),
  }),
});

const Filter = builder.inputType('DeliveryPerformanceFilter', {
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
  authScopes: READ,
  fields: (t) => ({
    total: t.field({
      type: Figures,
      ...costing(figuresCost),
      resolve: (performance, _args, context) => readTotal(context, performance),
    }),
    series: t.field({
      type: [Period],
      args: { interval: t.arg({ type: IntervalName, required: true }) },
      ...costing(figuresCost),
      ...embedded(MAX_PERIODS),
      resolve: (performance, { interval }, context) => readSeries(context, performance, interval),
    }),
    ranking: t.field({
      type: [Rank],
      args: { by: t.arg({ type: RankingName, required: true }), ...placesArgs },
      ...costing(rankingCost),
      resolve: (performance, { by, first, skip }, context) => {
        requireNamed(context, by);
        return readRanking(context, performance, { by, ...placesOf(first, skip) });
      },
    }),
    places: t.int({
      description: PLACES,
      args: { by: t.arg({ type: RankingName, required: true }) },
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
      resolve: (performance, _args, context) => readByFault(context, performance),
    }),
    waste: t.field({
      type: WasteFigures,
      ...costing((selected) => POINTS.performance[selected.selects('rate') ? 'lines' : 'deliveries']),
      authScopes: { scope: 'products:read' },
      resolve: (performance, _args, context, info) => readWaste(context, performance, selects(info, 'rate')),
    }),
    shelfLife: t.field({
      type: ShelfLife,
      ...costing(POINTS.performance.lines),
      resolve: (performance, _args, context) => readShelfLife(context, performance),
    }),
    missed: t.fieldWithSelection({
      type: MissedDeliveryConnection,
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
    authScopes: { scope: 'deliveries:read' },
    args: {
      ...rangeArgs,
      filter: t.arg({ type: Filter, description: 'Which deliveries to include; all by default.' }),
    },
    resolve: (_root, args, context) => performanceOf(context, args),
  }),
);

/** Lines are needed where a product or a category is. */
function figuresCost(selected: Selected): number {
  return POINTS.performance[isOfLines(selected) ? 'lines' : 'deliveries'];
}

function rankingCost(selected: Selected): number {
  const isByPlace = ['SUPERMARKET', 'BRANCH', 'WEEKDAY'].includes(selected.argument('by') as string);
  return isByPlace ? figuresCost(selected) : POINTS.performance.lines;
}
