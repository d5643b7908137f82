import type { Scope } from '../api-key/scopes.ts';
import { EVENTS } from './events.ts';

export type EventType = keyof typeof EVENTS;

/** What a subscription can ask for. */
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The scope by which a key may read what the event tells of. */
export function readScopeOf(type: EventType): Scope {
  return `${EVENTS[type].resource}:read`;
}

/** The events that a key with these scopes may be told of. */
export function readableEvents(scopes: ReadonlySet<Scope>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(readScopeOf(type)));
}
