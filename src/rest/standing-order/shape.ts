import { z } from 'zod';
import { type Fields, OUT } from '../../schema/core/noun/fields.ts';
import { DATE, ID, INTEGER, TEXT } from '../../schema/core/noun/kinds.ts';
import { listOf } from '../../schema/core/noun/list-of.ts';
import { calendarDate } from '../../schema/core/noun/rules.ts';
import { MAX_ORDER_LINES } from '../../schema/trade/limits.ts';
import {
  OCCURRENCE_LINE_FIELDS,
  OCCURRENCE_STATUS,
  STANDING_ORDER_FIELDS,
  STANDING_ORDER_LINE_FIELDS,
} from '../../schema/trade/standing-order/fields.ts';
import { parameter } from '../query.ts';
import { body, changesBody, restRecord, type Taken } from '../shape.ts';

const PRODUCT_NAME_FIELD = {
  kind: TEXT,
  in: OUT,
  is: 'the name of the product now',
  example: 'Rye Bread',
} as const;

const LINES = {
  type: 'StandingOrderLine',
  max: MAX_ORDER_LINES,
  tooMany: `must contain at most ${MAX_ORDER_LINES} lines`,
  tooFew: 'must contain at least one line',
};

const { productId, quantity, weekdays } = STANDING_ORDER_LINE_FIELDS;
const { everyWeeks, generateAt, shift, endsOn } = STANDING_ORDER_FIELDS;

/** The fields of an order, described in the words of REST. */
const FIELDS = {
  ...STANDING_ORDER_FIELDS,
  lines: {
    ...STANDING_ORDER_FIELDS.lines,
    kind: listOf(
      { productId, name: PRODUCT_NAME_FIELD, quantity, weekdays: { ...weekdays, example: null } },
      LINES,
    ),
  },
  everyWeeks: {
    ...everyWeeks,
    shown: everyWeeks.shown.describe(
      'Every how many weeks it is delivered, counted from the week of `starts_on`.',
    ),
    restIs: 'every how many weeks it is delivered, counted from the week of `starts_on` (1–8, default 1)',
  },
  shift: {
    ...shift,
    restIs:
      'what happens to a date on a closed day: `skip`, or move to the open day before (`previous`) or after (`next`); default `skip`',
  },
  generateAt,
  endsOn,
  // A Monday, one of the weekdays of the example: its first date is that of the examples of dates.
  startsOn: { ...STANDING_ORDER_FIELDS.startsOn, example: '2099-11-30' },
} as const satisfies Fields;

const { createdAt, ...BEFORE } = FIELDS;

export const StandingOrderShape = restRecord(
  'StandingOrder',
  {
    ...BEFORE,
    nextDate: {
      kind: DATE,
      shown: z.iso.date().describe('The date of the next planned occurrence; null if there is none.'),
      in: OUT,
      isOptional: true,
      example: '2099-11-30',
    },
    createdAt,
  },
  { related: { nextDate: ['next', 'date'] } },
);
export const StandingOrderInput = body('StandingOrderInput', FIELDS, 'CreateStandingOrderInput');
export const StandingOrderUpdate = changesBody('StandingOrderUpdate', FIELDS, 'UpdateStandingOrderInput', {
  paused_from: '2099-12-24',
  paused_until: '2100-01-06',
});

/** A date of a standing order. */
export const OccurrenceShape = restRecord(
  'Occurrence',
  {
    date: { kind: DATE, in: OUT, example: '2099-11-30' },
    deliveryDate: { kind: DATE, in: OUT, isOptional: true, example: '2099-11-30' },
    status: { kind: OCCURRENCE_STATUS, in: OUT, example: 'planned' },
    reason: { kind: TEXT, in: OUT, isOptional: true, example: null },
    deliveryId: {
      kind: ID,
      shown: ID.shown.describe('The `id` of the delivery, in its newest version; null until it is created.'),
      in: OUT,
      isOptional: true,
      example: null,
    },
    lines: {
      kind: listOf(
        {
          productId: OCCURRENCE_LINE_FIELDS.productId,
          name: PRODUCT_NAME_FIELD,
          quantity: OCCURRENCE_LINE_FIELDS.quantity,
        },
        { ...LINES, type: 'OccurrenceLine' },
      ),
      in: OUT,
    },
  },
  { related: { deliveryId: ['delivery', 'id'] } },
);

/** The window of a list of dates. */
export const OccurrenceWindow: Taken<{ from?: string; to?: string }> = {
  schema: z.strictObject({
    date_from: parameter.pipe(calendarDate).optional().describe('The first date (default: today).'),
    date_to: parameter
      .pipe(calendarDate)
      .optional()
      .describe('The last date, at most 61 days after the first (default: 13 days after it).'),
  }),
  toGraphQL(values) {
    const { date_from: from, date_to: to } = values as { date_from?: string; date_to?: string };
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  },
};

/** The days whose missed dates are restored. */
export const RestoreOccurrencesInput = body('RestoreOccurrencesInput', {
  dateFrom: { kind: DATE, restIs: 'the first date', example: '2099-11-16' },
  dateTo: { kind: DATE, restIs: 'the last date, at most 61 days after the first', example: '2099-11-22' },
} as const);

export const RestoredOccurrences = restRecord('RestoredOccurrences', {
  restored: {
    kind: INTEGER,
    shown: z.int().min(0).describe('The number of deliveries that were created.'),
    in: OUT,
    example: 12,
  },
});
