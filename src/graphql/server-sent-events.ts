import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Exchange, Headers } from '../http/response/exchange.ts';
import { takeTurn } from '../limits/pause.ts';
import { locationsOf } from './locate-errors.ts';
import { EVENT_STREAM } from './operation-request.ts';

const EVENT_PING_MS = 15_000;
// The second header prevents nginx from buffering events.
const EVENT_HEADERS = { 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' };
/** The messages that are written at once, while their reader keeps up. */
const EVENT_PART_BYTES = 16 * 1_024;
/** The minimum that counts for a message, because a shorter one takes as long. */
const MIN_COUNTED_BYTES = 1_024;
const COMMENT = ':\n\n';

interface StreamedResult {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLError[];
}

/**
 * Sends results as server-sent events in the GraphQL over SSE protocol, with ids, so that clients can resume.
 * Results are read only as fast as the client reads: a client that stops reading leaves a few messages
 * unwritten, until the write timeout ends the connection. When a live stream is interrupted, for example
 * because the service stops, it ends without an error: clients treat that as a network failure and reconnect,
 * while an error would be shown to users.
 */
export function sendEvents(results: AsyncIterable<StreamedResult>, exchange: Exchange): void {
  const { response } = exchange;
  const iterator = results[Symbol.asyncIterator]();
  if (exchange.isAbandoned) return void iterator.return?.();
  exchange.onceGone(() => void iterator.return?.());
  // The duration of a stream is not a response time.
  exchange.route = '/graphql/events';
  exchange.slot?.release();
  response.set(EVENT_HEADERS).setHeader('Content-Type', EVENT_STREAM).writeHead(200);
  // A client that disconnects ends the stream, which is not an error.
  writeAll(eventTexts(iterator), response).catch(() => response.destroy());
}

/**
 * Sends the result of a query or mutation, as JSON, as events in the same protocol. It is one response of a
 * known length, so that its time and memory count like those of any other.
 */
export async function sendOneEvent(result: string, exchange: Exchange, headers: Headers = {}): Promise<void> {
  const text = `${COMMENT}${message('next', result)}${message('complete', '')}`;
  await exchange.respond(200, text, { ...EVENT_HEADERS, ...headers }, EVENT_STREAM);
}

async function writeAll(messages: AsyncIterable<string>, response: ServerResponse): Promise<void> {
  let unwritten = 0;
  for await (const message of messages) {
    // As bytes, because Node.js 26 stalls on non-ASCII text chunks once a client's connection is full.
    const bytes = Buffer.from(message);
    const written = new Promise((resolve) => response.write(bytes, resolve));
    unwritten += Math.max(bytes.length, MIN_COUNTED_BYTES);
    if (unwritten < EVENT_PART_BYTES) continue;
    await written;
    // Without pauses, a page of stored events would hold the event loop until it is written.
    await takeTurn();
    unwritten = 0;
  }
  response.end();
}

async function* eventTexts(results: AsyncIterator<StreamedResult>): AsyncGenerator<string> {
  // Flushes the headers through proxies.
  yield COMMENT;
  for (;;) {
    const next = results.next();
    while (!(await isWithin(EVENT_PING_MS, next))) yield COMMENT;
    const { done, value } = await next;
    if (done) break;
    if (isInterruption(value)) return;
    yield message('next', JSON.stringify(publicResult(value)), eventIdOf(value));
  }
  yield message('complete', '');
}

async function isWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

function message(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/**
 * Returns the id of the event of a subscription, if it was selected. It is digits only: any other value is a
 * text that was selected under this name, and its line breaks would begin messages of its own.
 */
function eventIdOf({ data }: StreamedResult): string | undefined {
  const id = (Object.values(data ?? {})[0] as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && /^\d+$/.test(id) ? id : undefined;
}

function isInterruption({ errors }: StreamedResult): boolean {
  return errors?.some(({ extensions }) => extensions.code === 'service_unavailable') ?? false;
}

/**
 * Returns the result with the locations of its errors, and without the parts of them that are for this server
 * only.
 */
export function publicResult({ errors, ...result }: StreamedResult): object {
  if (!errors) return result;
  const publicErrors = errors.map((error) => {
    const { http: _, ...extensions } = error.extensions;
    const { message, path } = error;
    return { message, locations: locationsOf(error), path, extensions };
  });
  return { errors: publicErrors, ...result };
}
