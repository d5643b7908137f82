import { MAX_LOT, MAX_LOTS } from '../lot/fields.ts';

export const LOTS = {
  DeliveryLot: 'A lot or date in a line of a delivery.',
  'DeliveryLot.isGs1': 'Whether GS1 labels can show the lot: 1–20 characters of the GS1 character set 82.',
  DeliveryLotInput: `A lot of at most ${MAX_LOT} characters, a best-before or a use-by date, or a lot with one of them.`,
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
