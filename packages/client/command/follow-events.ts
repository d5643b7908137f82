import { Interruption, Refusal } from './errors.ts';
import type { StreamedEvent } from './forwarder.ts';
import { openStream, type Service, type Start, type Stream } from './open-stream.ts';
import { createRetries, earlier } from './retries.ts';

const QUERY = `subscription Listen($types: [String!], $after: ID, $since: DateTime) {
  events(types: $types, after: $after, since: $since, includeResent: true) { id type occurredAt body resendOf resentAt }
}`;

export interface FollowOptions {
  service: Service;
  /** The types of events (default: all that the key may read). */
  types?: readonly string[] | undefined;
  start: Start;
  signal: AbortSignal;
  /** Called when the first connection is open. */
  onOpened: () => void;
  /** Called when the connection is lost, with the pause before the next try. */
  onInterrupted: (message: string, pauseMs: number) => void;
  onResumed: () => void;
}

/**
 * Yields events, each once and in the order of their ids, until the signal aborts. After an interruption, the
 * next stream starts after the last event.
 *
 * @throws Refusal when the service refuses the request, or the first one finds no service
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined> {
  const { service, types, signal, onOpened, onInterrupted, onResumed } = options;
  let { start } = options;
  let last: bigint | undefined = start.after === undefined ? undefined : BigInt(start.after);
  /** The time from which events of the open stream are passed on; the stream can begin earlier. */
  let since = '';
  let hasOpened = false;
  const retries = createRetries({ signal, onInterrupted });

  async function open(): Promise<Stream<StreamedEvent>> {
    const subscription = { query: QUERY, field: 'events', variables: { types, ...start } };
    const stream = await openStream<StreamedEvent>(service, subscription, signal);
    if (hasOpened) onResumed();
    else onOpened();
    since = start.since ?? '';
    // Until an event arrives, the next stream must begin where this one does.
    if (start.after === undefined && start.since === undefined) start = { since: earlier(stream.openedAt) };
    hasOpened = true;
    return stream;
  }

  async function pauseAfter(error: Error): Promise<void> {
    if (hasOpened && start.after !== '0' && isUnknownPosition(error)) {
      // The last event is no longer stored, so all stored events came later.
      start = { after: '0' };
      return;
    }
    await retries.pauseAfter(error, hasOpened);
  }

  while (!signal.aborted) {
    try {
      for await (const event of (await open()).items) {
        retries.reset();
        const id = BigInt(event.id);
        if ((last !== undefined && id <= last) || (event.resentAt ?? event.occurredAt) < since) continue;
        last = id;
        start = { after: event.id };
        since = '';
        yield event;
      }
      throw new Interruption('The service ended the stream');
    } catch (error) {
      if (signal.aborted) return;
      await pauseAfter(error as Error);
    }
  }
}

function isUnknownPosition(error: Error): boolean {
  return error instanceof Refusal && error.code === 'validation_error' && error.field === 'after';
}
