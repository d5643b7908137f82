import { Interruption, Refusal } from './errors.ts';
import type { StreamedEvent } from './forwarder.ts';
import { openStream, type Service, type Start, type Stream } from './open-stream.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** What a service can ask for: the longest window of a rate limit. */
const MAX_ASKED_PAUSE_MS = 3_600_000;
const MAX_SKEW_MS = 5_000;

export interface FollowOptions {
  service: Service;
  /** The types of events; without, all that the key may read. */
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
 * Yields events, each once and in the order of their ids, until the signal. After an interruption, the next stream starts
 * after the last event.
 *
 * @throws Refusal when the service refuses the request, or the first one finds no service
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined> {
  const { service, types, signal, onOpened, onInterrupted, onResumed } = options;
  let { start } = options;
  let last: bigint | undefined = start.after === undefined ? undefined : BigInt(start.after);
  /** The time of the first event to pass on from the open stream, which can begin earlier. */
  let since = '';
  let hasOpened = false;
  let failures = 0;

  async function open(): Promise<Stream> {
    const stream = await openStream(service, types, start, signal);
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
      // The last event is no longer stored: everything that is came later.
      start = { after: '0' };
      return;
    }
    const canPass = error instanceof Interruption && (hasOpened || error.retryAfterMs > 0);
    if (!canPass) throw error instanceof Interruption ? new Refusal(error.message) : error;
    const growing = Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS) * (0.75 + Math.random() / 2);
    const pauseMs = Math.round(Math.max(growing, Math.min(error.retryAfterMs, MAX_ASKED_PAUSE_MS)));
    onInterrupted(error.message, pauseMs);
    await sleep(pauseMs, signal);
  }

  while (!signal.aborted) {
    try {
      for await (const event of (await open()).events) {
        failures = 0;
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
  return error instanceof Refusal && error.code === 'validation_error' && error.message.startsWith('after ');
}

/** Returns a slightly earlier time, because the clocks of the service and of its database can differ. */
function earlier(time: string): string {
  return new Date(Date.parse(time) - MAX_SKEW_MS).toISOString();
}

/** Waits, until the signal at most. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
