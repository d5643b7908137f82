import type { Permission, Scope } from '../caller/scopes.ts';
import { EVENTS } from './events.ts';

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
