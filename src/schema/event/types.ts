import type { Resource, Scope } from '../api-key/scopes.ts';

/** What a subscription can ask for (specification, "Events"). */
export const EVENT_TYPES = [
  'delivery.created',
  'delivery.in_transit',
  'delivery.completed',
  'delivery.cancelled',
  'return.created',
  'product.created',
  'product.updated',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

const RESOURCES = {
  delivery: 'deliveries',
  return: 'returns',
  product: 'products',
} as const satisfies Record<string, Resource>;

/** The scope by which a key may read what the event tells of. */
export function readScopeOf(type: EventType): Scope {
  const [noun] = type.split('.') as [keyof typeof RESOURCES];
  return `${RESOURCES[noun]}:read`;
}

/** The events that a key with these scopes may be told of. */
export function readableEvents(scopes: ReadonlySet<Scope>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(readScopeOf(type)));
}
