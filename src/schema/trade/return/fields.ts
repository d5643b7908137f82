import { z } from 'zod';
import { MAX_LONG_TEXT, MAX_QUANTITY } from '../../core/limits.ts';
import { CREATE, CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import { BY_WHOM, DATE, DECIMAL, ID, IDENTIFIER, INTEGER, TEXT, TIME } from '../../core/noun/kinds.ts';
import { lot } from '../lot/fields.ts';
import { figure, longText, multiLineText, quantity, text } from '../../core/noun/rules.ts';
import { MAX_REASON } from '../limits.ts';
import { SUGGESTED_REASONS } from './reasons.ts';

export const reason = text(MAX_REASON);

export const RETURN_FIELDS = {
  id: { kind: ID, in: OUT, example: 93 },
  deliveryId: { kind: ID, in: CREATE_AND_OUT, is: 'the `id` of the delivery', example: 4711 },
  supermarketId: { kind: ID, in: OUT, restIn: ['full'], is: 'the `id` of the supermarket', example: 5 },
  branchId: {
    kind: ID,
    in: OUT,
    restIn: ['full'],
    isComputed: true,
    is: 'the `id` of the branch',
    example: 8,
  },
  productId: {
    kind: ID,
    in: CREATE_AND_OUT,
    is: 'the `id` of the product',
    inputIs: 'the `id` of a product in the delivery',
    example: 17,
  },
  productName: {
    kind: TEXT,
    in: OUT,
    isComputed: true,
    is: 'the name of the product in the delivery',
    example: 'Rye Bread',
  },
  quantity: {
    kind: INTEGER,
    rule: quantity,
    // The quantity and credit of a reversal are negative.
    shown: z.int().min(-MAX_QUANTITY).max(MAX_QUANTITY),
    in: CREATE_AND_OUT,
    is: 'the quantity returned; negative in a return that reverses another one',
    inputIs: 'the quantity returned',
    inputNote: 'All returns of a line must not exceed the quantity delivered.',
    example: 4,
  },
  reason: {
    kind: TEXT,
    rule: reason,
    in: CREATE_AND_OUT,
    is: 'why the product came back, such as `damaged`',
    inputIs: `any text of 1–${MAX_REASON} characters`,
    hint: 'For example, damaged or expired',
    limits: '',
    inputNote: 'See `returnReasons` for suggestions.',
    restIs: 'any text',
    restNote: `Suggestions: ${SUGGESTED_REASONS.map((each) => `\`${each}\``).join(', ')}.`,
    example: 'damaged',
  },
  description: {
    kind: TEXT,
    rule: longText,
    in: CREATE_AND_OUT,
    isOptional: true,
    absent: '',
    is: 'details of the reason; empty when none were given',
    inputIs: 'details of the reason',
    example: 'Crushed in transport',
  },
  returnDate: {
    kind: DATE,
    in: CREATE_AND_OUT,
    is: 'the day on which the product came back',
    example: '2099-12-02',
  },
  creditAmount: {
    kind: DECIMAL,
    in: OUT,
    is: 'quantity × the unit price in the delivery; negative in a return that reverses another one',
    example: 13.96,
  },
  lot: {
    kind: IDENTIFIER,
    rule: lot,
    in: CREATE_AND_OUT,
    restIn: CREATE,
    isOptional: true,
    is: 'the lot that came back; null if it is not known',
    inputIs: 'the lot that came back: one of the line',
    inputNote: 'All returns of a lot must not exceed its quantity.',
    example: 'L4711',
  },
  createdAt: { kind: TIME, in: OUT, example: '2099-12-02T14:05:00.000Z' },
  createdBy: { ...BY_WHOM, is: 'who recorded the return' },
  reversesId: {
    kind: ID,
    in: OUT,
    restIn: ['full'],
    isOptional: true,
    is: 'the `id` of the return that this one reverses; null if it reverses none',
    example: null,
  },
  reversedById: {
    kind: ID,
    in: OUT,
    restIn: ['full'],
    isOptional: true,
    is: 'the `id` of the return that reverses this one; null if it was not reversed',
    example: null,
  },
  updatedAt: {
    kind: TIME,
    in: OUT,
    restIn: ['full'],
    isComputed: true,
    is: 'when the return was recorded or, if it was reversed, reversed',
    example: '2099-12-02T14:05:00.000Z',
  },
} as const satisfies Fields;

/** The fields of the reversal of a return. */
export const REVERSAL_FIELDS = {
  reason: {
    kind: TEXT,
    rule: multiLineText(MAX_LONG_TEXT),
    in: CREATE,
    is: 'why the return is reversed; becomes the description of the reversal',
    limits: ` (1–${figure(MAX_LONG_TEXT)} characters)`,
    restIs: 'why the return is reversed; becomes the `description` of the reversal',
    example: 'Recorded twice',
  },
} as const satisfies Fields;
