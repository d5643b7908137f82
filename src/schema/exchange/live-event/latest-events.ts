import { z } from 'zod';
import { callerOf, type Context } from '../../core/context.ts';
import { perPage } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { eventTypes, requireReadScopes } from './event-rules.ts';
import type { LiveEvent } from './read-events.ts';
import { type EventType, readableEvents } from '../../core/event/events.ts';

const LatestEvents = z.strictObject({
  types: eventTypes.nullish(),
  first: perPage,
});

/**
 * Returns the latest events that the caller may read.
 *
 * @throws AppError `validation_error` on types and first, `insufficient_scope`
 */
export async function latestEvents(context: Context, input: unknown): Promise<LiveEvent[]> {
  const caller = callerOf(context);
  const { types: requested, first } = valid(LatestEvents, input);
  if (requested) requireReadScopes(caller, requested);
  const events = await context.db.event.findMany({
    where: { accountId: caller.accountId, type: { in: requested ?? readableEvents(caller.scopes) } },
    orderBy: { id: 'desc' },
    take: first,
    select: { id: true, accountId: true, type: true, body: true },
  });
  return events.map((event) => ({ ...event, type: event.type as EventType }));
}
