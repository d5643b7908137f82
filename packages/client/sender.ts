import { errorOf, ProvenderError } from './error.ts';
import { createPace, retryAfterOf, sleep } from './pace.ts';
import { withoutSlashes } from './without-slashes.ts';

export interface SenderOptions {
  /** The URL of the API, such as `https://api.example.com/api/v1`; a trailing slash is ignored. */
  baseUrl: string;
  apiKey: string;
  /** Requests in flight at a time (default 8). Further calls wait for their turn. */
  concurrency?: number;
  /**
   * Retries of a call after a 5xx or no response (default 3). With 0, nothing is sent twice, not even after a
   * 429.
   */
  retries?: number;
  /**
   * Longest time, from a call's first request, in which it waits for rate limits and retries, in milliseconds
   * (default two hours: the hourly limit ends within one). With 0, it does not wait.
   */
  maxWaitMs?: number;
  /** Longest time for one try, in milliseconds (default 30,000). */
  timeoutMs?: number;
  /** Called with the milliseconds to wait when a rate limit is reached. */
  onRateLimit?: (milliseconds: number) => void;
}

/** A request to one endpoint. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  target: string;
  body?: unknown;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A successful response: its body without the status of the envelope, and the values of its headers. */
export interface Answer {
  /** Null for a 304. */
  data: unknown;
  pagination?: { has_more: boolean };
  status: number;
  headers: Headers;
  etag: string | null;
}

const FIRST_PAUSE_MS = 250;

const BASE_PATH = '/api/v1';

/**
 * Sends requests at the pace of the rate limits, and retries those that got no response, a 429 or a 5xx.
 *
 * @throws TypeError when the URL or the key is missing or invalid
 */
export function createSender(options: SenderOptions): (outgoing: Outgoing) => Promise<Answer> {
  const { concurrency = 8, retries = 3, maxWaitMs = 7_200_000, timeoutMs = 30_000 } = options;
  const baseUrl = baseUrlOf(options.baseUrl);
  const apiKey = apiKeyOf(options.apiKey);
  const pace = createPace(concurrency, options.onRateLimit);

  return async function send({ method, target, body, signal, ...given }) {
    const headers = new Headers({ ...given.headers, Authorization: `Bearer ${apiKey}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    // The same for all tries, so that no retry repeats the work.
    if (method === 'POST' && !headers.has('Idempotency-Key')) {
      headers.set('Idempotency-Key', crypto.randomUUID());
    }
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };

    async function sendOnce(tries: number): Promise<Answer | ProvenderError> {
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(baseUrl + target, {
        ...request,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      pace.heed(response);
      return response.ok || response.status === 304 ? answerOf(response) : errorOf(response, tries);
    }

    await pace.enter(signal);
    try {
      const deadline = performance.now() + maxWaitMs;
      const isInTime = (wait: number) => performance.now() + wait <= deadline;
      for (let tries = 1, faults = 0; ; tries++) {
        for (let held = pace.heldMs(); held > 0 && isInTime(held); held = pace.heldMs()) {
          await sleep(held, signal);
        }
        const outcome = await sendOnce(tries).catch((error: Error) => error);
        if (!(outcome instanceof Error)) return outcome;
        if (signal?.aborted || retries === 0) throw outcome;
        if (isLimit(outcome) && isInTime(pace.heldMs())) continue;
        const wait = pauseAfter(outcome, faults, tries);
        if (wait === null || ++faults > retries || !isInTime(wait)) throw outcome;
        await sleep(wait, signal);
      }
    } finally {
      pace.leave();
    }
  };
}

function apiKeyOf(given: unknown): string {
  if (typeof given === 'string' && given.trim() !== '') return given;
  throw new TypeError(
    `createClient: apiKey is ${typeof given === 'string' ? 'empty' : String(given)}. Pass an API key, prv_…`,
  );
}

function baseUrlOf(given: unknown): string {
  const example = `such as https://api.example.com${BASE_PATH}`;
  if (given === undefined)
    throw new TypeError(`createClient: baseUrl is undefined. Pass the URL of the API, ${example}`);
  const baseUrl = withoutSlashes(String(given));
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`createClient: baseUrl must be a URL, ${example}`);
  }
  if (!baseUrl.endsWith(BASE_PATH)) {
    throw new TypeError(`createClient: baseUrl must end with ${BASE_PATH}, ${example}`);
  }
  return baseUrl;
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const { status: _, ...body } = status === 304 ? { data: null } : ((await response.json()) as Answer);
  return { ...body, status, headers, etag: headers.get('ETag') };
}

/**
 * Returns whether the service refused a request and named the time of a retry: it did nothing, and the pace
 * waits.
 */
function isLimit(error: Error): boolean {
  return error instanceof ProvenderError && error.status === 429 && Boolean(retryAfterOf(error.headers));
}

/** Returns how many milliseconds to wait before a retry; null when the same request would fail again. */
function pauseAfter(error: Error, faults: number, tries: number): number | null {
  const pause = FIRST_PAUSE_MS * 2 ** faults * (0.5 + Math.random() / 2);
  if (!(error instanceof ProvenderError)) return pause;
  const { status, code, headers } = error;
  // An earlier try that got no response is still running.
  const isRunning = code === 'idempotency_conflict' && tries > 1;
  const mayPass = status >= 500 || (status === 429 && !isLimit(error)) || isRunning;
  return mayPass ? Math.max(pause, retryAfterOf(headers) ?? 0) : null;
}
