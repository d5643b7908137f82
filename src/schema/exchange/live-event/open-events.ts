import { z } from 'zod';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { type Caller, callerOf, type Context, httpOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { instant } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { eventTypes, requireReadScopes } from './event-rules.ts';
import type { EventStream } from './event-stream.ts';
import { type EventType, readableEvents } from '../../core/event/events.ts';

const EVENTS_RECHECK_MS = 5_000;

const OpenEvents = z.strictObject({
  types: eventTypes.nullish(),
  after: z
    .string()
    .regex(/^\d{1,16}$/, 'must be the id of an event')
    .transform(BigInt)
    .nullish(),
  since: instant.transform((time) => new Date(time)).nullish(),
  includeResent: z.boolean().nullish(),
});

/**
 * Opens a stream of the caller's events. It ends with an authentication error within seconds after the key is
 * revoked, rotated or expires.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `rate_limited` with too many open streams
 */
export async function openEvents(context: Context, input: unknown): Promise<EventStream> {
  const caller = callerOf(context);
  const { events, lastEventId, reauthenticate } = httpOf(context).live!;
  const { types: requested, after, since, includeResent } = valid(OpenEvents, input);
  if (requested) requireReadScopes(caller, requested);
  const types = requested ?? readableEvents(caller.scopes);
  const stream = await events.open({
    accountId: caller.accountId,
    types: new Set(types),
    resends: includeResent ?? false,
    after: resumePosition(after ?? null, lastEventId),
    since: since ?? null,
    limit: PLAN_LIMITS[caller.plan].streams,
  });
  endEventsWhenRefused(stream, types, reauthenticate);
  return stream;
}

/**
 * Returns the later position: a reconnecting client repeats its first request, and the header has its current
 * position.
 */
function resumePosition(after: bigint | null, header: string | undefined): bigint | null {
  const last = /^\d{1,16}$/.test(header ?? '') ? BigInt(header!) : null;
  return after === null || (last !== null && last > after) ? last : after;
}

function endEventsWhenRefused(
  stream: EventStream,
  types: readonly EventType[],
  reauthenticate: () => Promise<Caller>,
): void {
  const timer = setInterval(() => {
    reauthenticate()
      .then((caller) => requireReadScopes(caller, types))
      .catch((error: unknown) => {
        // While authentication is unavailable, the stream stays open.
        if (error instanceof AppError) stream.end(error);
      });
  }, EVENTS_RECHECK_MS);
  void stream.ended.then(() => clearInterval(timer));
}
