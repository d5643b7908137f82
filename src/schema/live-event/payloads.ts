import { DELIVERY_EVENTS } from '../delivery/events.ts';
import type { EventType } from '../event/events.ts';
import type { Payload } from '../event/payload.ts';
import { PRODUCT_EVENTS } from '../product/events.ts';
import { RETURN_EVENTS } from '../return/events.ts';

/** What is sent of every event. */
export const PAYLOADS: Readonly<Record<EventType, Payload>> = {
  ...DELIVERY_EVENTS,
  ...RETURN_EVENTS,
  ...PRODUCT_EVENTS,
};
