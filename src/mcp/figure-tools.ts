import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import {
  ToolDeliveryFiguresDocument,
  ToolPerformanceDocument,
  ToolReturnFiguresDocument,
} from '../generated/operations.ts';
import { errorAt } from '../schema/core/errors.ts';
import { callerOf } from '../schema/core/context.ts';
import { MAX_SKIP } from '../schema/core/limits.ts';
import { DELIVERY_STATUSES } from '../schema/trade/delivery/status.ts';
import { anyOf, calendarDate, recordId } from '../schema/core/noun/rules.ts';
import { inSnakeCase } from './in-snake-case.ts';
import { requireFitting } from './size.ts';
import { tool } from './tool.ts';

const INTERVALS = ['day', 'week', 'month'] as const;
const DAYS = ['created', 'delivery_date', 'recorded', 'return_date'] as const;
const RANKINGS = ['supermarket', 'branch', 'product', 'category', 'reason', 'weekday'] as const;

const amount = z.number();
const rate = z.number().nullable();
const PART = z.strictObject({ count: z.int(), value: amount, units: amount, kilograms: amount });
const DELIVERIES = {
  count: z.int(),
  quantity: amount,
  units: amount,
  value: amount,
  kilograms: amount,
  completed: PART,
  open: PART,
  cancelled: PART,
};
const RETURNS = {
  count: z.int(),
  quantity: amount,
  credit_amount: amount,
  kilograms: amount,
  rate: rate.optional(),
};
const RATES = {
  deliveries: z.int(),
  on_time_rate: rate,
  in_full_rate: rate,
  otif_rate: rate,
  fill_rate: rate,
};
const OF_STATUS = z.strictObject({ status: z.string(), count: z.int(), quantity: amount, value: amount });
const FIGURES_BY_STATUS = { by_status: z.array(OF_STATUS) };
const LATENESS = { late_minutes_median: rate, late_minutes_p95: rate, not_timely_recorded: z.int() };

interface Subject {
  operation: TypedDocumentNode<{ figures: object }, object>;
  /** The rankings that the subject offers. */
  rankings: readonly string[];
  /** The days by which records can count, the default first. */
  days: readonly string[];
}

const COMMON_RANKINGS = RANKINGS.filter((each) => each !== 'reason' && each !== 'weekday');
const SUBJECTS: Record<string, Subject> = {
  deliveries: {
    operation: ToolDeliveryFiguresDocument as Subject['operation'],
    rankings: COMMON_RANKINGS,
    days: ['created', 'delivery_date'],
  },
  returns: {
    operation: ToolReturnFiguresDocument as Subject['operation'],
    rankings: [...COMMON_RANKINGS, 'reason'],
    days: ['recorded', 'return_date'],
  },
  performance: {
    operation: ToolPerformanceDocument as Subject['operation'],
    rankings: [...COMMON_RANKINGS, 'weekday'],
    days: ['delivery_date'],
  },
};

/** The figures of a period or of a member of a ranking. */
const figures = z.union([DELIVERIES, RETURNS, RATES].map((each) => z.strictObject(each)));

export const figureTools = [
  tool({
    name: 'figures',
    title: 'Figures of deliveries and returns',
    description: `Computes figures for a range of days: totals, and on request by period or as a ranking. Of \`deliveries\`: number, units, value and kilograms of completed and open ones together, and of completed, open and cancelled ones apart. Of \`returns\`, without what was reversed: number, quantity, credit, kilograms, and the return rate where the key may read deliveries. Of \`performance\`, for completed deliveries due in it: how many were on time, in full and both, the fill rate (0–1), and what came back by whose fault it was.`,
    scopes: ['deliveries:read', 'returns:read'],
    needs: 'any',
    input: z.strictObject({
      of: z
        .enum(Object.keys(SUBJECTS))
        .describe('Needs the scope deliveries:read or returns:read of the records; performance needs both.'),
      date_from: calendarDate.describe('The first day.'),
      date_to: calendarDate.describe('The last day.'),
      by: z
        .enum(DAYS)
        .optional()
        .describe(
          'The day by which they count: deliveries by `created` (default) or `delivery_date`, returns by `recorded` (default) or `return_date`, performance by `delivery_date`.',
        ),
      interval: z.enum(INTERVALS).optional().describe('Adds figures for each period.'),
      rank_by: z
        .enum(RANKINGS)
        .optional()
        .describe(
          'Adds 20 places of a ranking, and how many there are (`places`); `reason` is for returns, `weekday` for performance.',
        ),
      skip: z
        .int()
        .min(0)
        .max(MAX_SKIP)
        .optional()
        .describe('Leaves out so many places at the top of the ranking, to read on (default 0).'),
      supermarket_id: recordId.optional().describe('Counts only this supermarket.'),
      product_id: recordId.optional().describe('Counts only this product.'),
      statuses: anyOf(z.enum(DELIVERY_STATUSES))
        .optional()
        .describe('Counts only deliveries in these statuses; for deliveries.'),
      include_replaced: z
        .boolean()
        .optional()
        .describe(
          'Counts versions that newer ones replaced, too, as cancelled (default false); for deliveries.',
        ),
    }),
    output: z.strictObject({
      total: z.union([
        z.strictObject({ ...DELIVERIES, ...FIGURES_BY_STATUS }),
        z.strictObject(RETURNS),
        z.strictObject({ ...RATES, ...LATENESS }),
      ]),
      returns_by_fault: z
        .array(z.strictObject({ fault: z.string(), quantity: amount, credit: amount }))
        .optional(),
      series: z.array(z.strictObject({ date: z.string(), figures })).optional(),
      places: z.int().optional(),
      ranking: z.array(z.strictObject({ id: z.int().nullable(), name: z.string(), figures })).optional(),
    }),
    async answer(
      { of, date_from, date_to, by, interval, rank_by, skip, supermarket_id, product_id, ...given },
      { context, run },
    ) {
      const { operation, rankings, days } = SUBJECTS[of]!;
      if (by && !days.includes(by)) {
        throw errorAt('by', 'not_one_of', `must be one of ${days.join(', ')} for ${of}`, { allowed: days });
      }
      const [field] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      if (field && of !== 'deliveries') {
        throw errorAt(field, 'not_supported', `is only for deliveries, not for ${of}`);
      }
      if (rank_by && !rankings.includes(rank_by)) {
        throw errorAt('rank_by', 'not_one_of', `must be one of ${rankings.join(', ')} for ${of}`, {
          allowed: rankings,
        });
      }
      if (skip !== undefined && rank_by === undefined)
        throw errorAt('skip', 'not_without', 'needs rank_by', { other: 'rank_by' });
      const data = await run(operation, {
        dateFrom: date_from,
        dateTo: date_to,
        day: (by ?? days[0]!).toUpperCase(),
        filter: {
          supermarketId: supermarket_id?.toString(),
          productId: product_id?.toString(),
          ...(of === 'deliveries' && {
            statuses: given.statuses?.map((status) => status.toUpperCase()),
            includeReplaced: given.include_replaced,
          }),
        },
        withRate: callerOf(context).scopes.has('deliveries:read'),
        interval: (interval ?? INTERVALS[0]).toUpperCase(),
        withSeries: interval !== undefined,
        by: (rank_by ?? RANKINGS[0]).toUpperCase(),
        skip: skip ?? 0,
        withRanking: rank_by !== undefined,
      });
      const answer = inSnakeCase(data.figures) as Record<string, unknown>;
      return requireFitting(answer, 'Ask for fewer days, or a longer interval');
    },
  }),
];
