import { z } from 'zod';
import { type Caller, callerOf, type Context, httpOf, roleNeeded } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isManager } from '../../core/caller/roles.ts';
import { instant } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { type LoggedRequest, readLogged } from './read-logged.ts';
import type { RequestStream } from './request-stream.ts';

const RECHECK_MS = 5_000;
const NUMBER = /^\d{1,16}$/;

const OpenRequests = z.object({
  after: z.string().regex(NUMBER, 'must be the id of a streamed request').transform(BigInt).nullish(),
  since: instant.transform((time) => new Date(time)).nullish(),
});

/**
 * Opens a stream of logged requests: those of the key, or all of the account for a person. It ends with an
 * authentication error within seconds after its reader may no longer read them.
 *
 * @throws AppError `validation_error`, `rate_limited` with too many open streams
 */
export async function openRequests(
  context: Context,
  { filter, ...input }: { filter?: unknown; after?: unknown; since?: unknown },
): Promise<RequestStream<LoggedRequest>> {
  const { requests, lastEventId, reauthenticate } = httpOf(context).live!;
  const { after, since } = valid(OpenRequests, input);
  const caller = callerOf(context);
  // A reconnecting client repeats its first request, and the header has its current position.
  const position = NUMBER.test(lastEventId ?? '') ? BigInt(lastEventId!) : after;
  const days = context.settings.requestLogDays;
  const reading = await readLogged(context.db, { caller, filter, days, after: position, since });
  const stream = requests.open(caller.accountId, reading);
  endWhenRefused(stream, reauthenticate);
  return stream;
}

function endWhenRefused(stream: RequestStream<unknown>, reauthenticate: () => Promise<Caller>): void {
  async function recheck(): Promise<void> {
    const { sessionId, role } = await reauthenticate();
    if (sessionId !== undefined && !isManager(role, 'keys')) throw roleNeeded({ role });
  }
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => {
      // While authentication is unavailable, the stream stays open.
      if (error instanceof AppError) stream.end(error);
    });
  }, RECHECK_MS);
  void stream.ended.then(() => clearInterval(timer));
}
