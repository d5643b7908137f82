import { z } from 'zod';
import { ExportPlanOfDaysDocument } from '../generated/operations.ts';
import { calendarDate } from '../schema/core/noun/rules.ts';
import { exported, wholeListOf } from './exported.ts';

/** The deliveries of each product on each day, with a row for each pair of them. */
export const PLAN_OF_DAYS = exported(
  ExportPlanOfDaysDocument,
  z.strictObject({
    from: calendarDate.describe('The first day.'),
    to: calendarDate.describe('The last day.'),
  }),
  ({ planOfDays: { days } }) =>
    wholeListOf(days.flatMap(({ date, products }) => products.map((product) => ({ date, ...product })))),
  {
    date: ({ date }) => date,
    product_id: ({ productId }) => Number(productId),
    product: ({ name }) => name,
    pieces: ({ pieces }) => pieces,
    kilograms: ({ kilograms }) => kilograms,
    planned: ({ planned }) => planned,
  },
);
