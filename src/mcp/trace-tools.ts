import { z } from 'zod';
import { ToolTraceLotDocument } from '../generated/operations.ts';
import { lot } from '../schema/trade/lot/fields.ts';
import { calendarDate, recordId } from '../schema/core/noun/rules.ts';
import { inSnakeCase } from './in-snake-case.ts';
import { CURSOR, LIST_LIMIT, MAX_TOOL_ITEMS } from './list-tool.ts';
import { countFitting, requireFitting } from './size.ts';
import { tool } from './tool.ts';

const amount = z.number();
const nullableDate = z.string().nullable();

const DELIVERY = z.strictObject({
  id: z.int(),
  status: z.string(),
  delivery_date: z.string(),
  in_transit_at: nullableDate,
  supermarket_id: z.int(),
  supermarket_name: z.string(),
  branch_id: z.int(),
  branch_name: z.string(),
});

const LOT = z.strictObject({
  lot: z.string().nullable(),
  best_before: nullableDate,
  use_by: nullableDate,
  product_id: z.int(),
  product_name: z.string(),
  quantity: amount,
  returned: amount,
  delivery: DELIVERY,
});

const TOTAL = z.strictObject({
  supermarket_id: z.int(),
  supermarket_name: z.string(),
  deliveries: z.int(),
  quantity: amount,
  returned: amount,
});

const BALANCE = z
  .strictObject({
    delivered: amount,
    returned_with_lot: amount,
    returned_unallocated: amount,
    lines_checked: z.int(),
    lines_without_lot: z.int(),
    quantity_without_lot: amount,
    is_complete: z.boolean(),
  })
  .describe(
    'Dispatched and returned quantities. `lines_without_lot` have pieces without the lot or date that was asked for, which could be of it too. Unless `is_complete`, not all lines were looked at: never say that nothing else is affected.',
  );

export const traceTools = [
  tool({
    name: 'trace_lot',
    title: 'Trace a lot',
    description:
      'Finds where lots went, newest deliveries first, with the 20 supermarkets that got most of them, how many got any, and a balance. Give a product, a lot, a date in place of a lot, or days of dispatch; together they narrow the trace.',
    scopes: ['deliveries:read'],
    input: z.strictObject({
      product_id: recordId.optional().describe('The `id` of the product.'),
      lot: lot.optional().describe('Exactly this lot; upper and lower case are different.'),
      best_before_from: calendarDate.optional().describe('With a best-before or use-by date from this day.'),
      best_before_to: calendarDate.optional().describe('With a best-before or use-by date up to this day.'),
      shipped_from: calendarDate.optional().describe('Dispatched on or after this day.'),
      shipped_to: calendarDate.optional().describe('Dispatched on or before this day.'),
      without_lot: z
        .boolean()
        .optional()
        .describe('If true, the dispatched lines with pieces without a lot, instead of the lots.'),
      limit: LIST_LIMIT,
      cursor: CURSOR,
    }),
    output: z.strictObject({
      lots: z.array(LOT),
      next_cursor: z.string().nullable(),
      supermarkets: z.int().optional().describe('How many supermarkets got any, also beyond `totals`.'),
      totals: z.array(TOTAL).optional().describe('Without `cursor` only, as `balance`.'),
      balance: BALANCE.optional(),
    }),
    async answer({ limit, cursor, product_id, ...asked }, { run }) {
      const { trace } = await run(ToolTraceLotDocument, {
        productId: product_id?.toString(),
        lot: asked.lot,
        bestBeforeFrom: asked.best_before_from,
        bestBeforeTo: asked.best_before_to,
        shippedFrom: asked.shipped_from,
        shippedTo: asked.shipped_to,
        withoutLot: asked.without_lot,
        first: limit ?? MAX_TOOL_ITEMS,
        after: cursor,
        withFigures: cursor === undefined,
      });
      const { edges, pageInfo, supermarketCount, totals, balance } = trace;
      const figures = totals && {
        supermarkets: supermarketCount,
        totals: inSnakeCase(totals),
        balance: inSnakeCase(balance),
      };
      const lots = inSnakeCase(edges.map(({ node }) => node)) as unknown[];
      const count = countFitting(lots, figures);
      const isWhole = count === lots.length && !pageInfo.hasNextPage;
      const isCut = count < lots.length;
      const next_cursor = isWhole ? null : ((isCut ? edges[count - 1]?.cursor : pageInfo.endCursor) ?? null);
      return requireFitting({ lots: lots.slice(0, count), next_cursor, ...figures }, 'Set a smaller limit');
    },
  }),
];
