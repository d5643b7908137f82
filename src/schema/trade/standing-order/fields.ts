import { z } from 'zod';
import { MAX_QUANTITY, MAX_REFERENCE } from '../../core/limits.ts';
import { CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import { DATE, enumOf, ID, IDENTIFIER, INTEGER, TEXT, TIME } from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { figure, identifierText, longText, quantity, timeOfDay } from '../../core/noun/rules.ts';
import { reference } from '../../core/noun/trade-numbers.ts';
import { WEEKDAYS } from '../../core/noun/weekdays.ts';
import { MAX_LEAD_DAYS, MAX_ORDER_LINES, MAX_WEEKS } from '../limits.ts';

export const SHIFT = enumOf('Shift', 'What happens to a date on a closed day.', {
  skip: 'Nothing is delivered.',
  previous:
    'It moves to the nearest open day before it, at most 14 days, but not before the first day or into the pause.',
  next: 'It moves to the nearest open day after it, at most 14 days, but not after the last day or into the pause.',
});
export type Shift = (typeof SHIFT.values)[number];

export const STANDING_ORDER_STATUS = enumOf('StandingOrderStatus', 'The status of a standing order.', {
  active: 'Deliveries are created, also before its first day.',
  paused: 'Today is in its pause.',
  ended: 'It was ended, or its last day has passed.',
});
export type StandingOrderStatus = (typeof STANDING_ORDER_STATUS.values)[number];

export const OCCURRENCE_STATUS = enumOf('OccurrenceStatus', 'The status of a date of a standing order.', {
  planned: 'To come.',
  created: 'Its delivery was created, and is not created again, even if it is cancelled.',
  skipped: 'Nothing is delivered: it was skipped by hand, or the day is closed.',
  failed: 'Its delivery could not be created. See `reason`.',
});
export type OccurrenceStatus = (typeof OCCURRENCE_STATUS.values)[number];

/** Why an occurrence failed, or was skipped by the rule. */
const OCCURRENCE_REASONS = ['too_late', 'archived', 'closed_day', 'refused'] as const;
export type Reason = (typeof OCCURRENCE_REASONS)[number];

function orderCountRule(max: number) {
  const problem = `must be an integer from 1 to ${max}`;
  return z.int(problem).min(1, problem).max(max, problem);
}

export const STANDING_ORDER_LINE_FIELDS = {
  productId: { kind: ID, in: CREATE_AND_OUT, is: 'the `id` of the product', example: 17 },
  quantity: {
    kind: INTEGER,
    rule: quantity,
    shown: quantity,
    in: CREATE_AND_OUT,
    is: 'the quantity of each delivery',
    limits: ` (1–${figure(MAX_QUANTITY)})`,
    example: 40,
  },
  weekdays: {
    kind: WEEKDAYS,
    in: CREATE_AND_OUT,
    isOptional: true,
    isComputed: true,
    is: 'the days on which the line is delivered; null for all days of the order',
    inputIs: 'the days on which the line is delivered (default: all days of the order)',
    example: ['monday', 'friday'],
  },
} as const satisfies Fields;

/** The lines of one date. */
export const OCCURRENCE_LINE_FIELDS = {
  productId: { ...STANDING_ORDER_LINE_FIELDS.productId },
  quantity: { ...STANDING_ORDER_LINE_FIELDS.quantity, is: 'the quantity to deliver' },
} as const satisfies Fields;

export const STANDING_ORDER_FIELDS = {
  id: { kind: ID, in: OUT, example: 12 },
  supermarketId: { kind: ID, in: CREATE_AND_OUT, is: 'the `id` of the supermarket', example: 5 },
  branchId: { kind: ID, in: CREATE_AND_OUT, is: 'the `id` of a branch of that supermarket', example: 8 },
  supermarketName: {
    kind: TEXT,
    in: OUT,
    isComputed: true,
    is: 'the name of the supermarket',
    example: 'Oakfield Stores',
  },
  branchName: {
    kind: TEXT,
    in: OUT,
    isComputed: true,
    is: 'the name of the branch',
    example: 'Oakfield West',
  },
  lines: {
    kind: listOf(STANDING_ORDER_LINE_FIELDS, {
      type: 'StandingOrderLine',
      inputIs: 'A line of a standing order.',
      max: MAX_ORDER_LINES,
      tooMany: `must contain at most ${MAX_ORDER_LINES} lines`,
      tooFew: 'must contain at least one line',
    }),
    isComputed: true,
    is: 'what is delivered, in the original order',
    inputIs: `what is delivered (1–${MAX_ORDER_LINES} lines), each product at most once a day`,
    changeIs: `all lines from now on (1–${MAX_ORDER_LINES}), each product at most once a day`,
  },
  weekdays: {
    kind: WEEKDAYS,
    is: 'the days of the week on which it is delivered',
    changeIs: 'the days of the week from now on',
    example: ['monday', 'wednesday', 'friday'],
  },
  everyWeeks: {
    kind: INTEGER,
    rule: orderCountRule(MAX_WEEKS),
    shown: orderCountRule(MAX_WEEKS),
    isOptional: true,
    isClearable: true,
    absent: '1',
    is: 'every how many weeks it is delivered, counted from the week of `startsOn`',
    limits: ` (1–${MAX_WEEKS}, default 1)`,
    hint: 'Counted from the week of the first day',
    example: 1,
  },
  startsOn: {
    kind: DATE,
    is: 'the first possible day, whose week is the first one',
    note: 'Weeks begin on Monday.',
    changeIs: 'the first possible day, whose week is the first one',
    example: '2099-12-01',
  },
  endsOn: {
    kind: DATE,
    isOptional: true,
    isClearable: true,
    is: 'the last possible day; null for no end',
    inputIs: 'the last possible day (default: no end)',
    changeIs: 'the last possible day; null for no end',
    example: null,
  },
  leadDays: {
    kind: INTEGER,
    rule: orderCountRule(MAX_LEAD_DAYS),
    shown: orderCountRule(MAX_LEAD_DAYS),
    isOptional: true,
    isClearable: true,
    absent: '2',
    is: 'how many days before the day of delivery each delivery is created',
    limits: ` (1–${MAX_LEAD_DAYS}, default 2)`,
    hint: 'How long before its day each delivery is created',
    example: 2,
  },
  generateAt: {
    kind: TEXT,
    rule: timeOfDay,
    isOptional: true,
    isClearable: true,
    absent: '06:00',
    is: "the time of day at which deliveries are created, in the account's time zone",
    limits: ', HH:MM (default 06:00)',
    hint: 'In your account’s time zone',
    example: '06:00',
  },
  pausedFrom: {
    kind: DATE,
    isOptional: true,
    isClearable: true,
    is: 'the first paused day; null without a pause',
    inputIs: 'the first paused day',
    changeIs: 'the first paused day; null for no pause',
    example: null,
  },
  pausedUntil: {
    kind: DATE,
    isOptional: true,
    isClearable: true,
    is: 'the last paused day; null until further notice',
    inputIs: 'the last paused day (default: until further notice)',
    hint: 'Without one, until further notice',
    changeIs: 'the last paused day; null for until further notice',
    example: null,
  },
  shift: {
    kind: SHIFT,
    isOptional: true,
    isClearable: true,
    absent: 'skip',
    is: 'what happens to a date on a closed day',
    limits: ' (default SKIP)',
    example: 'skip',
  },
  notes: {
    kind: TEXT,
    rule: longText,
    isOptional: true,
    isClearable: true,
    is: 'notes, which each delivery copies',
    hint: 'Copied to each delivery',
    example: 'Ring at the gate',
  },
  reference: {
    kind: IDENTIFIER,
    rule: reference,
    isOptional: true,
    isClearable: true,
    is: "the supplier's own number of the standing order",
    inputNote: 'It is unique among standing orders that have not ended.',
    hint: 'Unique among standing orders that have not ended',
    example: 'SO-17',
  },
  orderNumber: {
    kind: IDENTIFIER,
    rule: identifierText(MAX_REFERENCE),
    isOptional: true,
    isClearable: true,
    is: "the customer's order number, which each delivery copies",
    hint: 'Copied to each delivery',
    example: 'PO-7741',
  },
  status: {
    kind: STANDING_ORDER_STATUS,
    in: OUT,
    isComputed: true,
    is: "the status today, in the account's time zone",
    example: 'active',
  },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
} as const satisfies Fields;
