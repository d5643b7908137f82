import type { Response } from 'express';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { addHeaders, type Headers } from '../http/answer.ts';
import { isGivenUp } from '../http/unhandled-rejections.ts';
import { fault } from '../schema/errors.ts';
import { EVENT_STREAM, type Exchange } from './exchange.ts';

const PING_MS = 15_000;
const HEADERS = Object.entries({
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-cache, no-transform',
  // nginx would keep events back until there are many.
  'X-Accel-Buffering': 'no',
}).flat();

interface Result {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLError[];
}

/** Refuses subscriptions to whoever could not read them. */
export const onlyToReadersOfEvents: Plugin<{ request: Exchange }> = {
  onSubscribe({ args: { contextValue } }) {
    if (contextValue.request.takesEvents) return;
    throw fault('validation_error', 'subscriptions are answered as text/event-stream: accept it', 'Accept');
  },
};

/**
 * Answers by server-sent events as the GraphQL over SSE protocol has them, each under its id, so that readers go on
 * where they were. Nothing is taken from the results that the reader does not take from us: a reader that stops
 * reading leaves one message unwritten, on which the server's time for a write runs out.
 *
 * A stream that is live and interrupted, as when the service stops, ends without a word: clients take that for a fault
 * of the network and connect again, while an error would be shown to people.
 */
export function answerEvents(
  results: AsyncIterable<Result>,
  exchange: Exchange,
  response: Response,
  { isLive } = { isLive: true },
): void {
  const iterator = results[Symbol.asyncIterator]();
  if (isGivenUp(response)) return void iterator.return?.();
  exchange.onceGone(() => void iterator.return?.());
  addHeaders(response, HEADERS);
  response.writeHead(200, response.locals.headers as Headers);
  // It ends as the reader leaves, which is no error.
  writeAll(write(iterator, isLive), response).catch(() => response.destroy());
}

async function writeAll(messages: AsyncIterable<string>, response: Response): Promise<void> {
  for await (const message of messages) {
    await new Promise<void>((resolve, reject) => {
      // As bytes: Node.js 26 stops sending text beyond ASCII once a client has let the connection fill up.
      response.write(Buffer.from(message), (error) => (error ? reject(error) : resolve()));
    });
  }
  response.end();
}

async function* write(results: AsyncIterator<Result>, isLive: boolean): AsyncGenerator<string> {
  // Has the headers sent, whatever stands in between.
  yield ':\n\n';
  for (;;) {
    const next = results.next();
    while (!(await isWithin(PING_MS, next))) yield ':\n\n';
    const { done, value } = await next;
    if (done) break;
    if (isLive && isInterruption(value)) return;
    yield message('next', JSON.stringify(tellable(value)), idOf(value));
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

/** The id of the record in the one field that a subscription has, if it was selected. */
function idOf({ data }: Result): string | undefined {
  const id = (Object.values(data ?? {})[0] as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}

function isInterruption({ errors }: Result): boolean {
  return errors?.some(({ extensions }) => extensions.code === 'service_unavailable') ?? false;
}

/** Without what errors say to this server alone. */
function tellable({ errors, ...result }: Result): object {
  if (!errors) return result;
  const told = errors.map((error) => {
    const { http: _, ...extensions } = error.extensions;
    return { ...error.toJSON(), extensions };
  });
  return { ...result, errors: told };
}
