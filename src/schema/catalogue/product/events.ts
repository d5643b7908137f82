import { z } from 'zod';
import { eventDataOf, payloadsOf } from '../../core/event/payload.ts';
import { eventFields, fieldsIn } from '../../core/noun/fields.ts';
import { snakeOf } from '../../core/noun/names.ts';
import { PRODUCT_FIELDS } from './fields.ts';

/** The fields whose changes are published. */
const PRODUCT_CHANGES = fieldsIn(eventFields(PRODUCT_FIELDS), 'change').map(([name]) => name);

const ofProduct = eventDataOf('product_id', PRODUCT_FIELDS, [
  'sequentialId',
  ...PRODUCT_CHANGES,
  'createdAt',
]);

/** The payloads of a product's events. */
export const PRODUCT_EVENTS = payloadsOf({
  'product.created': ofProduct,
  'product.updated': {
    ...ofProduct,
    ...eventDataOf('product_id', PRODUCT_FIELDS, ['updatedAt']),
    changed: {
      sql: 'changed',
      shape: z.array(z.enum(PRODUCT_CHANGES.map(snakeOf))).describe('The names of the fields that changed.'),
      example: ['price'],
    },
  },
});
