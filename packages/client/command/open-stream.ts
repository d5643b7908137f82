import { Interruption, Refusal } from './errors.ts';

/** The silence after which a connection counts as lost: the service writes at least every 15 seconds. */
const SILENT_MS = 45_000;
const CONNECT_MS = 20_000;
/** Errors after which the same request can succeed. */
const PASSING = new Set(['rate_limited', 'service_unavailable', 'internal_error']);

/** The address and key of the service. */
export interface Service {
  url: string;
  key: string;
}

/** A subscription to stream: a document with one root field, and the name of that field. */
export interface Subscription {
  query: string;
  field: string;
  variables: object;
}

/** Where a stream starts: after an id, at a time, or now. */
export interface Start {
  after?: string;
  since?: string;
}

/** An open connection. */
export interface Stream<Item> {
  /** The time when the service opened the stream, by the clock of the service. */
  openedAt: string;
  items: AsyncGenerator<Item, void, undefined>;
}

interface OperationResult {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string; field?: string | null } }[];
}

/**
 * Opens a stream.
 *
 * @throws Refusal or Interruption
 */
export async function openStream<Item>(
  service: Service,
  { query, field, variables }: Subscription,
  signal: AbortSignal,
): Promise<Stream<Item>> {
  const response = await post(service, { query, variables }, 'text/event-stream', signal);
  // A refusal has a length, a stream has none.
  if (response.headers.has('Content-Length')) {
    for (const result of resultsIn(`${await response.text()}\n\n`)) throwErrors(result);
    throw new Interruption('The service ended the stream');
  }
  const date = new Date(response.headers.get('Date') ?? Date.now());
  return { openedAt: date.toISOString(), items: read(response, field) };
}

/**
 * Returns the data of a query.
 *
 * @throws Refusal or Interruption
 */
export async function ask(
  service: Service,
  query: string,
  variables: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const response = await post(service, { query, variables }, 'application/json', signal);
  const result = (await response.json().catch(() => ({}))) as OperationResult;
  throwErrors(result);
  if (!result.data) throw strange(service.url, response.status);
  return result.data;
}

async function post(
  { url, key }: Service,
  body: object,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(new Error('no response')), CONNECT_MS);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([signal, connecting.signal]),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify(body),
  })
    .catch((error: Error & { cause?: { code?: string; message?: string } }) => {
      const reason = error.cause?.code || error.cause?.message || error.message;
      throw new Interruption(`No connection to ${url} (${reason})`);
    })
    .finally(() => clearTimeout(timer));
  const isFitting = response.headers.get('Content-Type')?.includes(accept);
  if (response.status === 200 && isFitting) return response;
  throw await errorOf(url, response);
}

async function errorOf(url: string, response: Response): Promise<Error> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    return new Refusal(
      `${url} redirects to ${headers.get('Location')}. Use the address of the service itself`,
    );
  }
  const text = await response.text().catch(() => '');
  const retryAfterMs = Number(headers.get('Retry-After') ?? 0) * 1_000 || 0;
  const [error] = parse(text).errors ?? [];
  if (status === 429 || status >= 500) {
    return new Interruption(error?.message ?? `${url} returned status ${status}`, retryAfterMs);
  }
  if (error) return new Refusal(error.message, error.extensions?.code, error.extensions?.field);
  return strange(url, status);
}

function strange(url: string, status: number): Refusal {
  return new Refusal(`${url} is not a Provender service: ${url}/graphql returned status ${status}`);
}

/** Reads server-sent events in the GraphQL over SSE protocol. */
async function* read<Item>({ body }: Response, field: string): AsyncGenerator<Item, void, undefined> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const end = text.lastIndexOf('\n\n') + 1;
      if (end === 0) continue;
      for (const result of resultsIn(text.slice(0, end + 1))) {
        throwErrors(result);
        if (result.data?.[field]) yield result.data[field] as Item;
      }
      text = text.slice(end + 1);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @throws Interruption after a silence, as on a connection whose other side is gone */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Interruption('The connection is silent')), SILENT_MS);
  });
  return Promise.race([work, late])
    .catch((error: Error) => {
      throw error instanceof Interruption ? error : new Interruption('The connection was cut');
    })
    .finally(() => clearTimeout(timer));
}

function resultsIn(text: string): OperationResult[] {
  const messages = text.split('\n\n').filter((each) => /^event: next$/m.test(each));
  return messages.map((each) => parse(/^data: (.*)$/m.exec(each)?.[1] ?? ''));
}

function parse(text: string): OperationResult {
  try {
    return (JSON.parse(text) as OperationResult | null) ?? {};
  } catch {
    return {};
  }
}

function throwErrors({ errors }: OperationResult): void {
  const [error] = errors ?? [];
  if (!error) return;
  const { code = null, field = null } = error.extensions ?? {};
  throw PASSING.has(code ?? '') ? new Interruption(error.message) : new Refusal(error.message, code, field);
}
