import { z } from 'zod';
import { type Caller, insufficientScope } from '../../core/context.ts';
import { lengthFirst } from '../../core/noun/rules.ts';
import { EVENT_TYPES, readScopeOf } from '../../core/event/events.ts';
import { MAX_EVENTS } from '../limits.ts';
import { PAYLOADS } from './payloads.ts';

const eventType = z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`);

export const TOO_MANY_EVENTS = `must contain at most ${MAX_EVENTS} events`;

/** Validates a list of event types and removes duplicates. */
export const eventTypes = lengthFirst(
  z.array(eventType, 'must be an array of event names').min(1, 'must contain at least one event'),
  MAX_EVENTS,
  TOO_MANY_EVENTS,
).transform((events) => [...new Set(events)]);

/**
 * Requires the read scopes of the resources that these events are about. The test event needs none.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireReadScopes({ scopes }: Caller, types: readonly string[]): void {
  const requested = EVENT_TYPES.filter((type) => types.includes(type));
  const missing = requested.map(readScopeOf).find((scope) => !scopes.has(scope));
  if (missing) throw insufficientScope(missing);
}

/**
 * Returns the id of the record in the body of an event; null if there is none, or the caller may not read the
 * record.
 */
export function recordIdIn(body: string, type: string, { scopes }: Caller): string | null {
  const eventType = EVENT_TYPES.find((each) => each === type);
  if (!eventType || !scopes.has(readScopeOf(eventType))) return null;
  // The first field of the data is the id of the record.
  const [name] = Object.keys(PAYLOADS[eventType].data);
  const { data } = JSON.parse(body) as { data: Record<string, number | undefined> };
  const id = data[name!];
  return id === undefined ? null : String(id);
}
