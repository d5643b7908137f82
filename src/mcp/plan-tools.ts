import { z } from 'zod';
import { ToolPlanOfDaysDocument } from '../generated/operations.ts';
import { calendarDate } from '../schema/core/noun/rules.ts';
import { inSnakeCase } from './in-snake-case.ts';
import { isFitting } from './size.ts';
import { tool } from './tool.ts';

const amount = z.number();

const PRODUCT = z.strictObject({
  product_id: z.int(),
  name: z.string(),
  pieces: amount,
  kilograms: amount,
  planned: amount.describe('The pieces that are in no delivery yet.'),
});

const PLANNED_DAY = z.strictObject({
  date: z.string(),
  deliveries: z.int().describe('Deliveries that exist and are not cancelled.'),
  planned: z.int().describe('Deliveries that standing orders will create.'),
  skipped: z.int().describe('Dates of standing orders that were skipped.'),
  failed: z.int().describe('Dates of standing orders that failed.'),
  pieces: amount,
  kilograms: amount,
  products: z.array(PRODUCT),
  omitted: z
    .int()
    .optional()
    .describe('How many products with fewer pieces are left out because the answer is too long.'),
});
type PlannedDay = z.output<typeof PLANNED_DAY>;

export const planTools = [
  tool({
    name: 'plan_of_days',
    title: 'Plan of days',
    description:
      'Returns what is delivered on each day of a window: pieces and kilograms of each product, in deliveries that exist and in those that standing orders will create. Answers "what do we bake on Thursday?".',
    scopes: ['deliveries:read'],
    input: z.strictObject({
      from: calendarDate.describe('The first day.'),
      to: calendarDate.describe('The last day, at most 61 days after the first.'),
    }),
    output: z.strictObject({ days: z.array(PLANNED_DAY) }),
    async answer({ from, to }, { run }) {
      const { plan } = await run(ToolPlanOfDaysDocument, { from, to });
      return { days: withoutExcessProducts(inSnakeCase(plan.days) as PlannedDay[]) };
    },
  }),
];

/** Leaves out the products with the fewest pieces of each day if the answer is too long. */
function withoutExcessProducts(days: PlannedDay[]): PlannedDay[] {
  let most = Math.max(0, ...days.map(({ products }) => products.length));
  let shown = days;
  while (most > 0 && !isFitting({ days: shown })) {
    most = Math.floor(most / 2);
    shown = days.map(({ products, ...day }) => ({
      ...day,
      products: products.slice(0, most),
      ...(products.length > most && { omitted: products.length - most }),
    }));
  }
  return shown;
}
