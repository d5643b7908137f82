import { DELIVERY_EVENTS } from '../../trade/delivery/events.ts';
import type { EventType } from '../../core/event/events.ts';
import type { Payload } from '../../core/event/payload.ts';
import { PRODUCT_EVENTS } from '../../catalogue/product/events.ts';
import { RETURN_EVENTS } from '../../trade/return/events.ts';

/** The payload of every event. */
export const PAYLOADS: Readonly<Record<EventType, Payload>> = {
  ...DELIVERY_EVENTS,
  ...RETURN_EVENTS,
  ...PRODUCT_EVENTS,
};
