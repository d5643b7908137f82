import { Interruption } from './errors.ts';
import { ask, openStream, type Service, type Start } from './open-stream.ts';
import { createRetries, earlier } from './retries.ts';

const FIELDS = 'id receivedAt method path operation status code field message keyId personName durationMs';
const QUERY = `subscription Tail($filter: RequestFilter, $after: ID, $since: DateTime) {
  requests(filter: $filter, after: $after, since: $since) { id request { ${FIELDS} } }
}`;
const LATEST = `query Latest($filter: RequestFilter, $after: String) {
  requests(filter: $filter, first: 100, after: $after, orderBy: RECEIVED_ASC) {
    nodes { ${FIELDS} }
    pageInfo { endCursor hasNextPage }
  }
}`;
/** The maximum number of pages of earlier requests to read. */
const MAX_PAGES = 20;
/** The maximum number of stream positions to remember: requests can be logged a little out of order. */
const MAX_REMEMBERED = 1_000;
const SETTLED_MS = 10_000;

/** A request in the log. */
export interface LoggedRequest {
  id: string;
  receivedAt: string;
  method: string;
  path: string;
  operation: string | null;
  /** Null if the client disconnected before the response. */
  status: number | null;
  code: string | null;
  field: string | null;
  message: string | null;
  keyId: string | null;
  personName: string | null;
  durationMs: number;
}

/** The filters of the request log, by their names in GraphQL. */
export type RequestFilter = Record<string, string | number | boolean>;

export interface FollowRequestsOptions {
  service: Service;
  filter: RequestFilter;
  start: Start;
  signal: AbortSignal;
  onInterrupted: (message: string, pauseMs: number) => void;
  onResumed: () => void;
}

/**
 * Yields logged requests as they end, each once, until the signal aborts. After an interruption, the next
 * stream starts shortly before the last one.
 *
 * @throws Refusal when the service refuses the request, or the first one finds no service
 */
export async function* followRequests({
  service,
  filter,
  start: begin,
  signal,
  onInterrupted,
  onResumed,
}: FollowRequestsOptions): AsyncGenerator<LoggedRequest, void, undefined> {
  const retries = createRetries({ signal, onInterrupted });
  const places = new Map<string, number>();
  let start = begin;
  let hasOpened = false;
  while (!signal.aborted) {
    try {
      const subscription = { query: QUERY, field: 'requests', variables: { filter, ...start } };
      const stream = await openStream<{ id: string; request: LoggedRequest }>(service, subscription, signal);
      if (hasOpened) onResumed();
      hasOpened = true;
      // Until a request arrives, the next stream must begin where this one does.
      if (start.after === undefined && start.since === undefined) start = { since: earlier(stream.openedAt) };
      for await (const { id, request } of stream.items) {
        retries.reset();
        if (places.has(id)) continue;
        places.set(id, Date.now());
        const [oldest] = places.keys();
        if (places.size > MAX_REMEMBERED) places.delete(oldest!);
        yield request;
      }
      throw new Interruption('The service ended the stream');
    } catch (error) {
      if (signal.aborted) return;
      const after = settledOf(places, Date.now() - SETTLED_MS);
      if (after !== undefined) start = { after };
      await retries.pauseAfter(error as Error, hasOpened);
    }
  }
}

/** Returns the position after which requests can still be missing; undefined while that is the start. */
function settledOf(places: ReadonlyMap<string, number>, before: number): string | undefined {
  const ids = [...places].filter(
    ([, at], index) => at <= before || (index === 0 && places.size === MAX_REMEMBERED),
  );
  return ids
    .map(([id]) => BigInt(id))
    .reduce<bigint | undefined>(later, undefined)
    ?.toString();
}

function later(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other > one ? other : one;
}

/**
 * Yields the requests that the service received since a time, oldest first, at most 2,000.
 *
 * @throws Refusal or Interruption
 */
export async function* latestRequests(
  service: Service,
  filter: RequestFilter,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<LoggedRequest, void, undefined> {
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const variables = { filter: { ...filter, from: since }, after };
    const data = await ask(service, LATEST, variables, signal);
    const { nodes, pageInfo } = data.requests as Page;
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

interface Page {
  nodes: LoggedRequest[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}
