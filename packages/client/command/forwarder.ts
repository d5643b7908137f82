import { type SentCallback, sendCallback } from './send-callback.ts';
import { webhookIdOf } from './signature.ts';

/** The maximum number of events that wait for one URL; then no more are read from the stream. */
const MAX_WAITING = 100;

/** An event of the stream. */
export interface StreamedEvent {
  id: string;
  type: string;
  /** ISO 8601 in UTC with milliseconds, so that times compare as texts. */
  occurredAt: string;
  /** The body of its callbacks. */
  body: string;
  /** The id of the event that this one resends, if any; `id` is then a position of its own. */
  resendOf?: string | null;
  resentAt?: string | null;
}

/** A callback that was sent. */
export interface Forwarded extends SentCallback {
  event: StreamedEvent;
  url: string;
  webhookId: string;
}

export interface ForwarderOptions {
  secret: string;
  /** The address of the service, which makes ids of events unique. */
  source: string;
  onForwarded: (forwarded: Forwarded) => void;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
}

export interface Forwarder {
  /** Sends an event to these URLs. Resolves when another one can be accepted. */
  forward(event: StreamedEvent, urls: readonly string[]): Promise<void>;
  /** Resolves when everything has been sent. */
  drained(): Promise<void>;
}

/**
 * Creates a forwarder, which sends the events to each URL one after the other. URLs do not wait for each
 * other.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { secret, source, onForwarded, signal, timeoutMs } = options;
  const queues = new Map<string, { waiting: number; tail: Promise<void> }>();

  function queueOf(url: string) {
    const queue = queues.get(url) ?? { waiting: 0, tail: Promise.resolve() };
    queues.set(url, queue);
    return queue;
  }

  async function send(event: StreamedEvent, url: string): Promise<void> {
    if (signal.aborted) return;
    // A webhook for each URL would have its own ids, the same in every attempt and resend.
    const webhookId = webhookIdOf(source, url, event.resendOf ?? event.id);
    const outcome = await sendCallback({ url, secret, webhookId, body: event.body }, signal, timeoutMs);
    if (!signal.aborted) onForwarded({ event, url, webhookId, ...outcome });
  }

  return {
    async forward(event, urls) {
      for (const url of urls) {
        const queue = queueOf(url);
        queue.waiting++;
        queue.tail = queue.tail.then(() => send(event, url)).finally(() => queue.waiting--);
      }
      const full = urls.map(queueOf).filter(({ waiting }) => waiting >= MAX_WAITING);
      await Promise.all(full.map(({ tail }) => tail));
    },
    async drained() {
      await Promise.all(Array.from(queues.values(), ({ tail }) => tail));
    },
  };
}
