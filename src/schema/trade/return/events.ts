import { eventDataOf, payloadsOf } from '../../core/event/payload.ts';
import { RETURN_FIELDS } from './fields.ts';

/** The payloads of a return's events. */
export const RETURN_EVENTS = payloadsOf({
  'return.created': eventDataOf('return_id', RETURN_FIELDS, [
    'deliveryId',
    'productId',
    'productName',
    'quantity',
    'reason',
    'creditAmount',
    'returnDate',
    'createdAt',
  ]),
});
