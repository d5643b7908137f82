import { z } from 'zod';
import { dataOf, payloadsOf } from '../../core/event/payload.ts';
import { eventFields, fieldsIn } from '../../core/noun/fields.ts';
import { snakeOf } from '../../core/noun/names.ts';
import { PRODUCT_FIELDS } from './fields.ts';

/** The fields whose changes are published. */
const CHANGES = fieldsIn(eventFields(PRODUCT_FIELDS), 'change').map(([name]) => name);

const ofProduct = dataOf('product_id', PRODUCT_FIELDS, ['sequentialId', ...CHANGES, 'createdAt']);

/** The payloads of a product's events. */
export const PRODUCT_EVENTS = payloadsOf({
  'product.created': ofProduct,
  'product.updated': {
    ...ofProduct,
    ...dataOf('product_id', PRODUCT_FIELDS, ['updatedAt']),
    changed: {
      sql: 'changed',
      shape: z.array(z.enum(CHANGES.map(snakeOf))).describe('The names of the fields that changed.'),
      example: ['price'],
    },
  },
});
