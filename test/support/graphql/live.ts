import { EventSourceParserStream } from 'eventsource-parser/stream';
import { expect, onTestFinished } from 'vitest';
import type { Visitor } from '../service/visitor.ts';

/** How long a test waits for live events. */
export const PATIENCE = { timeout: 60_000, interval: 25 };

/** A message of server-sent events. */
export interface Message {
  id?: string;
  event?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  data?: any;
}

type LiveEvent = { id: string; type: string; occurredAt: string; data: Record<string, unknown> };

export type LiveReader = Awaited<ReturnType<typeof readLive>>;

export interface LiveOptions {
  key?: string;
  /** Instead of a key. */
  headers?: Record<string, string>;
  types?: string[];
  after?: string;
  lastEventId?: string;
}

const QUERY =
  'subscription($types: [String!], $after: ID) { events(types: $types, after: $after) { id type occurredAt data } }';

/** Subscribes to the events of a key's account and reads them. Ends with the test. */
export async function readLive(url: string, { key, headers, types, after, lastEventId }: LiveOptions) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
    body: JSON.stringify({ query: QUERY, variables: { types, after } }),
  });
  const messages: Message[] = [];
  let hasEnded = false;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const reader = {
    status: response.status,
    headers: response.headers,
    /** All messages so far. */
    messages,
    /** Returns all events so far. */
    events: (): LiveEvent[] => messages.flatMap(({ data }) => (data?.data?.events ? [data.data.events] : [])),
    /** Returns whether either side has ended the stream. */
    hasEnded: () => hasEnded,
    /** Stops or resumes reading from the socket. */
    pause: () => void (gate = Promise.withResolvers<void>()),
    resume: () => gate.resolve(),
    close: () => leaving.abort(),
  };
  // Not a hook of this module: files that share a process evaluate it once, and only the first file would
  // have the hook.
  onTestFinished(() => reader.close());
  void take()
    .catch(() => {})
    .finally(() => (hasEnded = true));
  return reader;

  async function take(): Promise<void> {
    const parsed = response
      .body!.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { data, ...message } of parsed) {
      messages.push({ ...message, data: data && JSON.parse(data) });
      await gate.promise;
    }
  }
}

/** Subscribes as the page of a signed-in browser does. */
export function readLiveAs({ url }: { url: string }, { cookies }: Visitor): Promise<LiveReader> {
  const Cookie = `provender_session=${cookies.get('provender_session')}`;
  return readLive(url, { headers: { Origin: url, Cookie } });
}

/** Waits until the reader has `count` events, and returns them. */
export async function expectEvents(reader: LiveReader, count: number) {
  await expect.poll(() => reader.events().length, PATIENCE).toBeGreaterThanOrEqual(count);
  expect(reader.events().length).toBe(count);
  return reader.events();
}

/** Waits for the error that ended or refused a stream. */
export async function expectRefusal(messages: Message[]) {
  await expect.poll(() => messages.at(-1)?.event, PATIENCE).toBe('complete');
  const [error] = messages.at(-2)!.data.errors;
  return error as { message: string; extensions: { code: string; field: string | null } };
}
