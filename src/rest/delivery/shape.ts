import { z } from 'zod';
import { COMPARED } from '../../schema/trade/delivery/compare-delivery.ts';
import { DELIVERY_INPUT } from '../../schema/trade/delivery/input-fields.ts';
import { DELIVERY_FIELDS } from '../../schema/trade/delivery/fields.ts';
import { DELIVERY_STATUS } from '../../schema/trade/delivery/status.ts';
import { calendarDate } from '../../schema/core/noun/rules.ts';
import { OUTCOMES } from '../../schema/core/upsert/rows.ts';
import { BatchResult } from '../batch.ts';
import { body, restRecord } from '../shape.ts';

export const DeliveryShape = restRecord('Delivery', DELIVERY_FIELDS);
export const DeliveryInput = body('DeliveryInput', DELIVERY_FIELDS, 'CreateDeliveryInput');
export const DeliveryMove = body('DeliveryMove', {
  status: { kind: DELIVERY_STATUS, restIs: 'the next status', example: 'in_transit' },
} as const);

/** A row of a batch, which can name records by their references. */
export const DeliveryRow = body('DeliveryRow', DELIVERY_INPUT, 'CreateDeliveryInput');

/** The form of a row: its date can have passed if a delivery holds its reference. */
export const DeliveryRowForm = body(
  'DeliveryRowForm',
  { ...DELIVERY_INPUT, deliveryDate: { ...DELIVERY_FIELDS.deliveryDate, rule: calendarDate } },
  'CreateDeliveryInput',
);

/** The members of a batch besides its rows. */
export const DeliveryBatchOptions = {
  schema: z.strictObject({
    on_difference: z
      .literal('revise', "must be 'revise', or left out")
      .nullish()
      .describe('`revise` revises a pending delivery that differs from its row.'),
  }),
  toGraphQL: (values: unknown) => {
    const { on_difference } = values as { on_difference?: string | null };
    return { onDifference: on_difference == null ? 'LEAVE' : 'REVISE' };
  },
};

/** The result of a row of a batch. */
export const DeliveryBatchResult = BatchResult.extend({
  outcome: z
    .enum(OUTCOMES.filter((outcome) => outcome !== 'updated'))
    .describe('What was done with the row.'),
  differs: z
    .array(z.enum(Object.values(COMPARED)))
    .optional()
    .describe('The names of the fields in which the delivery differs from the row. Only with that outcome.'),
  status: DELIVERY_STATUS.shown.optional().describe('The status of that delivery. Only with that outcome.'),
}).meta({
  id: 'DeliveryBatchResult',
  description: 'What became of a row.',
  examples: [
    { index: 0, outcome: 'differs', id: 4711, error: null, differs: ['delivery_date'], status: 'in_transit' },
  ],
});
