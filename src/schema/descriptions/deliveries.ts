import { MAX_MOVES } from '../delivery/move-deliveries.ts';
import { type DeliveryStatus, nextOf } from '../delivery/status.ts';

export const DELIVERIES = {
  Delivery: 'A delivery of products to a branch of a supermarket.',
  'Delivery.branch': 'The branch as it is now. Needs `supermarkets:read`.',
  'Delivery.returns': 'Returns from the delivery. Needs `returns:read`.',
  'Delivery.supermarket': 'The supermarket as it is now. Needs `supermarkets:read`.',
  DeliveryFilter: 'Which deliveries to return. Filters are combined with AND.',
  DeliveryStatus: 'The status of a delivery.',
  'DeliveryStatus.PENDING': `Created, not dispatched yet. ${next('pending')}`,
  'DeliveryStatus.IN_TRANSIT': `Dispatched. ${next('in_transit')}`,
  'DeliveryStatus.COMPLETED': `Delivered. ${next('completed')}`,
  'DeliveryStatus.CANCELLED': `Cancelled before it was dispatched. ${next('cancelled')}`,
  CreateDeliveryInput: 'A new delivery. Its status is pending.',
  ReviseDeliveryInput:
    'What to change; the rest is taken over. Notes, reference, order number and carrier alone change in place, without a new version.',
  DeliveryProductInput: 'A line of a new delivery.',
  'Query.delivery': 'Returns one delivery.',
  'Query.deliveries': 'Lists deliveries by cursor.',
  'Mutation.createDelivery': 'Creates a delivery at the current product prices.',
  'Mutation.moveDelivery(status)': 'The new status. See `DeliveryStatus` for the allowed changes.',
  'Mutation.moveDeliveries':
    'Changes the status of several deliveries by the rules of `moveDelivery`, with an event for each. A delivery that ' +
    'is refused does not stop the others. Deliveries that already have the status stay unchanged, so the call can be repeated.',
  'Mutation.moveDeliveries(ids)': `The \`id\` of each delivery (1–${MAX_MOVES}).`,
  'Mutation.moveDeliveries(status)': 'The new status. See `DeliveryStatus` for the allowed changes.',
  DeliveryMove: 'The result of a status change for one delivery. Results are in the order of the ids.',
  'DeliveryMove.id': 'The id as it was given.',
  'DeliveryMove.outcome': 'What happened to the delivery.',
  'DeliveryMove.delivery': 'The delivery as it is now; null if the account has none with this id.',
  'DeliveryMove.error': 'Why the delivery was refused; null for the others.',
  MoveOutcome: 'What happened to a delivery in `moveDeliveries`.',
  'MoveOutcome.MOVED': 'It has the new status now.',
  'MoveOutcome.UNCHANGED': 'It already had the status. No event is sent.',
  'MoveOutcome.REFUSED': 'It cannot have the status, or does not exist. See `error`.',
  MoveError: 'Why a delivery was refused.',
  'MoveError.code': 'The error code, such as `invalid_transition` or `not_found`.',
  'MoveError.field': 'The argument that the error is about.',
  'MoveError.message': 'The reason in words.',
  Return: 'A product that came back from a delivery.',
  'Return.delivery': 'The delivery that the product came back from. Needs `deliveries:read`.',
  'Return.supermarket': 'The supermarket that returned the product. Needs `supermarkets:read`.',
  ReturnFilter: 'Which returns to return. Filters are combined with AND.',
  CreateReturnInput: 'A new return from a delivery that is in transit or completed.',
  'Query.return': 'Returns one return.',
  'Query.returns': 'Lists returns by cursor.',
  'Mutation.createReturn': 'Records a return and credits it at the unit price in the delivery.',
};

function next(status: DeliveryStatus): string {
  const names = nextOf(status).map((name) => `\`${name.toUpperCase()}\``);
  return names.length > 0 ? `Next: ${names.join(' or ')}.` : 'Final.';
}
