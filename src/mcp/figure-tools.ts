import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import {
  ToolDeliveryFiguresDocument,
  ToolPerformanceDocument,
  ToolReturnFiguresDocument,
} from '../generated/operations.ts';
import { snakeOf } from '../schema/names.ts';
import { calendarDate, recordId } from '../schema/rules.ts';
import { requireFitting } from './size.ts';
import { type Tool, tool } from './tool.ts';

const INTERVALS = ['day', 'week', 'month'] as const;

const amount = z.number();
const rate = z.number().nullable();
const DELIVERIES = { count: z.int(), quantity: amount, value: amount };
const RETURNS = { count: z.int(), quantity: amount, credit_amount: amount };
const RATES = {
  deliveries: z.int(),
  on_time_rate: rate,
  in_full_rate: rate,
  otif_rate: rate,
  fill_rate: rate,
};
const LATENESS = { late_minutes_median: rate, late_minutes_p95: rate, not_timely_recorded: z.int() };

interface Definition<Filter> extends Pick<Tool, 'name' | 'title' | 'description' | 'scopes'> {
  rankings: readonly [string, ...string[]];
  /** The figures of a period or of a member of a ranking. */
  figures: z.ZodRawShape;
  /** What totals have besides. */
  totals?: z.ZodRawShape;
  others?: z.ZodRawShape;
  operation: TypedDocumentNode<{ figures: object }, Filter>;
}

/** Declares a tool that computes figures for a range of days. */
function figureTool<Filter>({
  rankings,
  figures,
  totals,
  others,
  operation,
  ...definition
}: Definition<Filter>): Tool {
  const each = z.strictObject(figures);
  return tool({
    ...definition,
    input: z.strictObject({
      date_from: calendarDate.describe('The first day.'),
      date_to: calendarDate.describe('The last day.'),
      interval: z.enum(INTERVALS).optional().describe('Adds figures for each period.'),
      rank_by: z.enum(rankings).optional().describe('Adds the first 20 of a ranking.'),
      supermarket_id: recordId.optional().describe('Counts only this supermarket.'),
      product_id: recordId.optional().describe('Counts only this product.'),
    }),
    output: z.strictObject({
      total: z.strictObject({ ...figures, ...totals }),
      ...others,
      series: z.array(z.strictObject({ date: z.string(), figures: each })).optional(),
      ranking: z
        .array(z.strictObject({ id: z.int().nullable(), name: z.string(), figures: each }))
        .optional(),
    }),
    async answer({ date_from, date_to, interval, rank_by, supermarket_id, product_id }, { run }) {
      const variables = {
        dateFrom: date_from,
        dateTo: date_to,
        filter: { supermarketId: supermarket_id?.toString(), productId: product_id?.toString() },
        interval: (interval ?? INTERVALS[0]).toUpperCase(),
        withSeries: interval !== undefined,
        by: (rank_by ?? rankings[0]).toUpperCase(),
        withRanking: rank_by !== undefined,
      };
      const data = await run(operation, variables as Filter);
      const answer = inSnakeCase(data.figures) as Record<string, unknown>;
      return requireFitting(answer, 'Ask for fewer days, or a longer interval');
    },
  });
}

export const figureTools = [
  figureTool({
    name: 'delivery_figures',
    title: 'Figures of deliveries',
    description:
      'Computes number, quantity and value of the deliveries created in a range of days: totals, by status, and on request by period or as a ranking.',
    scopes: ['deliveries:read'],
    rankings: ['supermarket', 'branch', 'product', 'category'],
    figures: DELIVERIES,
    totals: { by_status: z.array(z.strictObject({ status: z.string(), ...DELIVERIES })) },
    operation: ToolDeliveryFiguresDocument,
  }),
  figureTool({
    name: 'return_figures',
    title: 'Figures of returns',
    description:
      'Computes number, quantity and credit of the returns recorded in a range of days: totals, and on request by period or as a ranking.',
    scopes: ['returns:read'],
    rankings: ['supermarket', 'branch', 'product', 'category', 'reason'],
    figures: RETURNS,
    operation: ToolReturnFiguresDocument,
  }),
  figureTool({
    name: 'performance',
    title: 'Delivery performance',
    description:
      'Computes how well completed deliveries due in a range of days did: on time, in full, fill rate (0–1), and what came back by whose fault it was.',
    scopes: ['deliveries:read', 'returns:read'],
    rankings: ['supermarket', 'branch', 'product', 'category', 'weekday'],
    figures: RATES,
    totals: LATENESS,
    others: {
      returns_by_fault: z.array(z.strictObject({ fault: z.string(), quantity: amount, credit: amount })),
    },
    operation: ToolPerformanceDocument,
  }),
];

/** The names whose values are enums, which REST writes in lower case. */
const ENUMS = new Set(['status', 'fault']);

/** Returns data of GraphQL with the names, ids and enums of REST. */
function inSnakeCase(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(inSnakeCase);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'id') return [name, value === null ? null : Number(value)];
      return [snakeOf(name), ENUMS.has(name) ? String(value).toLowerCase() : inSnakeCase(value)];
    }),
  );
}
