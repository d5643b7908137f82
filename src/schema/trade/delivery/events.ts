import { eventDataOf, payloadsOf } from '../../core/event/payload.ts';
import { DELIVERY_FIELDS } from './fields.ts';

const deliveryData = (...more: (keyof typeof DELIVERY_FIELDS)[]) =>
  eventDataOf('delivery_id', DELIVERY_FIELDS, ['supermarketName', 'branchName', 'totalValue', ...more]);

/** The payloads of a delivery's events. */
export const DELIVERY_EVENTS = payloadsOf({
  'delivery.created': deliveryData('deliveryDate', 'createdAt'),
  'delivery.in_transit': deliveryData('inTransitAt'),
  'delivery.completed': deliveryData('completedAt'),
  'delivery.cancelled': deliveryData('cancelledAt'),
});
