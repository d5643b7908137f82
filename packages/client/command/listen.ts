import { Refusal } from './errors.ts';
import { followEvents } from './follow-events.ts';
import { createForwarder, type StreamedEvent } from './forwarder.ts';
import { ask, type Service, type Start } from './open-stream.ts';
import { createReporter, type Output } from './reporter.ts';

const LATEST = `query Latest($types: [String!], $first: Int!) {
  latestEvents(types: $types, first: $first) { id type occurredAt body }
}`;

export interface ListenOptions {
  service: Service;
  /** The URL for the events that no route matches. */
  forwardTo: string | undefined;
  routes: readonly { types: readonly string[]; url: string }[];
  types: readonly string[] | undefined;
  start: Start;
  /** How many of the latest events are sent first. */
  replay: number | undefined;
  secret: string;
  json: boolean;
}

/**
 * Shows the events of an account as they happen, and forwards them, until the signal aborts.
 *
 * @throws Refusal
 */
export async function listen(options: ListenOptions, output: Output, signal: AbortSignal): Promise<void> {
  const { service, secret, types, replay } = options;
  const report = createReporter(output, options.json);
  const { forward, drained } = createForwarder({
    secret,
    source: service.url,
    signal,
    onForwarded: report.forwarded,
  });
  async function take(event: StreamedEvent): Promise<void> {
    report.event(event);
    await forward(event, urlsOf(options, event.type));
  }

  const latest = replay ? await latestEvents(options, replay, signal) : [];
  // The stream repeats all but the first of them, and also has events that the list did not show yet.
  const first = latest.at(-1);
  const events = followEvents({
    service,
    types,
    signal,
    start: first ? { after: first.id } : options.start,
    onOpened() {
      report.secret('Listening', secret);
      if (!options.forwardTo && options.routes.length === 0) {
        report.hint('Events are only shown. Add --forward-to URL to send them to your endpoint.');
      }
      if (first) void take(first);
    },
    onInterrupted: report.interrupted,
    onResumed: report.resumed,
  });
  try {
    for await (const event of events) await take(event);
    await drained();
  } catch (error) {
    throw named(error);
  }
}

/** Returns the URLs of an event: those of its routes, otherwise `forwardTo`. */
function urlsOf({ routes, forwardTo }: ListenOptions, type: string): string[] {
  const urls = routes.filter(({ types }) => types.includes(type)).map(({ url }) => url);
  if (urls.length === 0 && forwardTo !== undefined) urls.push(forwardTo);
  return [...new Set(urls)];
}

async function latestEvents(
  { service, types }: ListenOptions,
  first: number,
  signal: AbortSignal,
): Promise<StreamedEvent[]> {
  const { latestEvents } = await ask(service, LATEST, { types, first }, signal);
  return latestEvents as StreamedEvent[];
}

/** Returns an error about the start of the stream with the name of the option that set it. */
function named(error: unknown): unknown {
  if (!(error instanceof Refusal && error.field === 'after')) return error;
  const { message, code, field } = error;
  // The message begins with the name of the field.
  return new Refusal(`--since${message.slice(field.length)}`, code, field);
}
