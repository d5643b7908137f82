import { z } from 'zod';
import { type Caller, insufficientScope } from '../context.ts';
import { lengthFirst } from '../rules.ts';
import { EVENT_TYPES, type EventType, readScopeOf } from './types.ts';

const eventType = z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`);

/** Far more than there are events: naming one twice does no harm. */
export const MAX_EVENTS = 100;
export const TOO_MANY_EVENTS = `must name at most ${MAX_EVENTS} events`;

/** The events that are asked for, each once. */
export const eventTypes = lengthFirst(
  z.array(eventType, 'must be an array of event names').min(1, 'must name at least one event'),
  MAX_EVENTS,
  TOO_MANY_EVENTS,
).transform((events) => [...new Set(events)]);

/** A key sees events only of what it may read. @throws AppError `insufficient_scope` */
export function requireReadScopes({ scopes }: Caller, events: readonly EventType[]): void {
  const missing = events.map(readScopeOf).find((scope) => !scopes.has(scope));
  if (missing) throw insufficientScope(missing);
}
