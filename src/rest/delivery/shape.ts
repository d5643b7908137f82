import { DELIVERY_FIELDS } from '../../schema/delivery/fields.ts';
import { STATUS } from '../../schema/delivery/status.ts';
import { body, record } from '../shape.ts';

export const Delivery = record('Delivery', DELIVERY_FIELDS);
export const DeliveryInput = body('DeliveryInput', DELIVERY_FIELDS, 'CreateDeliveryInput');
export const DeliveryMove = body('DeliveryMove', {
  status: { kind: STATUS, restIs: 'the next status', example: 'in_transit' },
} as const);
