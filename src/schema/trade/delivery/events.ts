import { dataOf, payloadsOf } from '../../core/event/payload.ts';
import { DELIVERY_FIELDS } from './fields.ts';

const ofDelivery = (...more: (keyof typeof DELIVERY_FIELDS)[]) =>
  dataOf('delivery_id', DELIVERY_FIELDS, ['supermarketName', 'branchName', 'totalValue', ...more]);

/** The payloads of a delivery's events. */
export const DELIVERY_EVENTS = payloadsOf({
  'delivery.created': ofDelivery('deliveryDate', 'createdAt'),
  'delivery.in_transit': ofDelivery('inTransitAt'),
  'delivery.completed': ofDelivery('completedAt'),
  'delivery.cancelled': ofDelivery('cancelledAt'),
});
