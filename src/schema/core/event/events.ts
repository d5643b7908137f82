import type { Permission, Scope } from '../caller/scopes.ts';
import type { Resource } from '../nouns.ts';

/** An event without its data, which is defined beside its noun: `delivery/events.ts`. */
export interface EventDefinition {
  /** The resource whose read scope a key needs to receive the event. */
  resource: Resource;
  /** The change that the event reports. */
  when: string;
}

/**
 * The events. Subscriptions, scopes, the reference and the guide are derived from this table; the check on
 * `webhook_subscriptions.events` lists them. Verbs publish one with `publish`.
 */
export const EVENTS = {
  'delivery.created': { resource: 'deliveries', when: 'A new delivery was created' },
  'delivery.in_transit': { resource: 'deliveries', when: 'A delivery was dispatched' },
  'delivery.completed': { resource: 'deliveries', when: 'A delivery was marked as completed' },
  'delivery.cancelled': { resource: 'deliveries', when: 'A delivery was cancelled' },
  'return.created': {
    resource: 'returns',
    when: 'A new return was processed. One that reverses another has its quantity and credit, negative',
  },
  'product.created': { resource: 'products', when: 'A new product was added' },
  'product.updated': {
    resource: 'products',
    when: 'A product was modified. An update that changes nothing sends no event',
  },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;

/** The events that webhooks can subscribe to. */
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The event that a webhook is tested with. */
export const TEST_EVENT = 'webhook.test';

/** Returns the scope that a key needs to read the event. */
export function readScopeOf(type: EventType): Scope {
  return `${EVENTS[type].resource}:read`;
}

/** Returns the events that a key with these scopes can receive. */
export function readableEvents(scopes: ReadonlySet<Permission>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(readScopeOf(type)));
}
