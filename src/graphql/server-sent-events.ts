import { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { fault } from '../schema/errors.ts';

const PING_MS = 15_000;
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  // nginx would keep events back until there are many.
  'X-Accel-Buffering': 'no',
};

interface Result {
  data?: Record<string, { id?: unknown } | null> | null;
  errors?: readonly GraphQLError[];
}

type Results = AsyncIterableIterator<Result>;

/**
 * Answers subscriptions by server-sent events as the GraphQL over SSE protocol has them, each under
 * its id, so that readers go on where they were. Nothing is taken from the stream that the reader
 * does not take from us.
 */
export const serverSentEvents: Plugin = {
  onSubscribe({ args: { contextValue } }) {
    const accept = contextValue.request.headers.get('accept') ?? '*/*';
    if (/text\/event-stream|text\/\*|\*\/\*/.test(accept)) return;
    throw fault('validation_error', 'subscriptions are answered as text/event-stream: accept it', 'Accept');
  },

  onResultProcess({ request, result, setResultProcessor }) {
    if (!isAsyncIterable(result)) return;
    const results = result as unknown as Results;
    const leave = () => void results.return?.();
    if (request.signal.aborted) leave();
    request.signal.addEventListener('abort', leave, { once: true });
    setResultProcessor(
      (_result, { Response }) => new Response(Readable.from(write(results)) as never, { headers: HEADERS }),
      'text/event-stream',
    );
  },
};

async function* write(results: Results): AsyncGenerator<string> {
  // Has the headers sent, whatever stands in between.
  yield ':\n\n';
  for (;;) {
    const next = results.next();
    while (!(await isWithin(PING_MS, next))) yield ':\n\n';
    const { done, value } = await next;
    if (done) break;
    yield message('next', JSON.stringify(tellable(value)), idOf(value));
    // Cut off without a word of completion, clients connect again.
    if (isInterruption(value)) return;
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
  const id = Object.values(data ?? {})[0]?.id;
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
