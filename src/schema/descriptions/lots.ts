import { MAX_LOT, MAX_LOTS } from '../lot/fields.ts';
import { MAX_WARNINGS } from '../lot/read-warnings.ts';

export const LOTS = {
  DeliveryLot: 'A lot or date in a line of a delivery.',
  'DeliveryLot.isGs1': 'Whether GS1 labels can show the lot: 1–20 characters of the GS1 character set 82.',
  DeliveryLotInput: `A lot of at most ${MAX_LOT} characters, a best-before or a use-by date, or a lot with one of them.`,
  'DeliveryProduct.minRemainingDays':
    'The days of shelf life that the supermarket is promised of the product on the day of delivery; null for none.',
  'Delivery.warnings': `The lots that have less shelf life than the supermarket is promised, at most ${MAX_WARNINGS}.`,
  DeliveryWarning: 'What is doubtful about a delivery. Fields that a kind does not have are null.',
  'DeliveryWarning.kind': 'What it is about.',
  'DeliveryWarning.message': 'The warning in words.',
  'DeliveryWarning.productId': 'The `id` of the product of the line.',
  'DeliveryWarning.productName': 'The name of the product when the delivery was created.',
  'DeliveryWarning.lot': 'The number of the lot; null when only its date is known.',
  'DeliveryWarning.bestBefore': 'Its best-before date.',
  'DeliveryWarning.useBy': 'Its use-by date.',
  'DeliveryWarning.remainingDays':
    'The days that it has left on the day of delivery, that day not counted; less than 0 when it has passed.',
  'DeliveryWarning.minRemainingDays': 'The days that the supermarket is promised.',
  DeliveryWarningKind: 'What a warning is about.',
  'DeliveryWarningKind.SHORT_DATED': 'The lot has less shelf life than the supermarket is promised.',
  'DeliveryWarningKind.WITHDRAWN': 'A withdrawal or recall names the lot, open or closed.',
  LotTracking: 'Whether deliveries need the lots of a product.',
  'LotTracking.NONE': 'The product has no lots.',
  'LotTracking.OPTIONAL': 'Lots can be entered.',
  'LotTracking.REQUIRED': 'A delivery is dispatched only when its lots are the whole quantity of the line.',
  'Mutation.setDeliveryLots':
    'Replaces the lots of a line while the delivery is pending or in transit. Sends no event.',
  'Mutation.setDeliveryLots(deliveryId)': 'The delivery.',
  'Mutation.setDeliveryLots(productId)': 'The product of the line.',
  'Mutation.setDeliveryLots(lots)': `All lots of the line (at most ${MAX_LOTS}); an empty list removes them.`,
  'Mutation.correctDeliveryLots':
    'Replaces the lots of a line of a completed delivery. The previous ones are kept with the reason. Sends no event.',
  'Mutation.correctDeliveryLots(deliveryId)': 'The delivery.',
  'Mutation.correctDeliveryLots(productId)': 'The product of the line.',
  'Mutation.correctDeliveryLots(lots)': `All lots of the line (at most ${MAX_LOTS}); an empty list removes them.`,
  'Mutation.correctDeliveryLots(reason)': 'Why the lots are corrected.',
};
