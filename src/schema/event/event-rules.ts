import { z } from 'zod';
import { type Caller, insufficientScope } from '../context.ts';
import { EVENT_TYPES, readScopeOf } from './types.ts';

const eventType = z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`);

/** The events that are asked for, each once. */
export const eventTypes = z
  .array(eventType, 'must be an array of event names')
  .min(1, 'must name at least one event')
  .transform((events) => [...new Set(events)]);

/**
 * Refuses a key that may not read what events of these types are about. The test event is about nothing.
 * @throws AppError `insufficient_scope`
 */
export function requireReadScopes({ scopes }: Caller, types: readonly string[]): void {
  const asked = EVENT_TYPES.filter((type) => types.includes(type));
  const missing = asked.map(readScopeOf).find((scope) => !scopes.has(scope));
  if (missing) throw insufficientScope(missing);
}
