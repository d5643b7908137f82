import { CALLBACKS } from '../callbacks.ts';
import { UsageError } from './errors.ts';

/** The types of events. */
export const EVENT_TYPES = Object.keys(CALLBACKS) as (keyof typeof CALLBACKS)[];

/**
 * Returns the types that match patterns separated by commas, such as `delivery.*,return.created`.
 *
 * @throws UsageError for a pattern that matches no type
 */
export function typesOf(patterns: string): string[] {
  const types = patterns.split(',').flatMap((text) => {
    const pattern = text.trim();
    const form = new RegExp(`^${pattern.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`);
    const matching = EVENT_TYPES.filter((type) => pattern === 'all' || form.test(type));
    if (matching.length > 0) return matching;
    throw new UsageError(`Unknown event ${pattern || text}. Supported: ${EVENT_TYPES.join(', ')}`);
  });
  return [...new Set(types)];
}
