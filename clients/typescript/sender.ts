import type { Error as ErrorBody } from './endpoints.ts';

export interface SenderOptions {
  /** The URL of the API, such as `https://api.example.com/api/v1`; a trailing slash is ignored. */
  baseUrl: string;
  apiKey: string;
  /** Retries after the first try (default 3). */
  retries?: number;
  /** Longest `Retry-After` to wait for, in milliseconds (default 60,000). The error is thrown if it is longer. */
  maxWaitMs?: number;
  /** Longest time for one try, in milliseconds (default 30,000). */
  timeoutMs?: number;
}

/** A request to one endpoint. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  target: string;
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A successful response, without its status. */
export interface Answer {
  data: unknown;
  pagination?: { has_more: boolean };
}

interface Fault {
  /** `unknown` when something other than the service responded, such as a proxy. */
  code: ErrorBody['error']['code'] | 'unknown';
  message: string;
  field: string | null;
}

/** An error response of the service. */
export class ProvenderError extends Error implements Fault {
  override readonly name = 'ProvenderError';
  readonly status: number;
  readonly code: Fault['code'];
  readonly field: string | null;
  /** All faults, when several fields are invalid. */
  readonly faults: Fault[];
  readonly requestId: string | null;
  /** How many times the request was sent. Above 1, an earlier try may have succeeded unseen. */
  readonly tries: number;

  constructor({ status, headers }: Response, error: Fault & { details?: Fault[] }, tries: number) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.field = error.field;
    this.faults = error.details ?? [error];
    this.requestId = headers.get('X-Request-Id');
    this.tries = tries;
  }
}

const FIRST_PAUSE_MS = 250;

/** Sends requests, and retries those that got no response, a 429 or a 5xx. */
export function createSender(options: SenderOptions): (outgoing: Outgoing) => Promise<Answer> {
  const { apiKey, retries = 3, maxWaitMs = 60_000, timeoutMs = 30_000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');

  return async function send({ method, target, body, idempotencyKey, signal }) {
    const headers: Record<string, string> = { Authorization: `Bearer ${apiKey}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    // The same for all tries, so that no retry repeats the work.
    if (method === 'POST') headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID();
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };

    for (let tries = 1; ; tries++) {
      const pause = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(baseUrl + target, {
          ...request,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        if (response.ok) return (await response.json()) as Answer;
        const wait = waitOf(response, pause);
        if (wait === null || wait > maxWaitMs || tries > retries) throw await errorOf(response, tries);
        await response.body?.cancel();
        await sleep(wait, signal);
      } catch (error) {
        if (error instanceof ProvenderError || signal?.aborted || tries > retries) throw error;
        await sleep(pause, signal);
      }
    }
  };
}

/** Returns how many milliseconds to wait before a retry; null when the same request would fail again. */
function waitOf({ status, headers }: Response, pause: number): number | null {
  if (status !== 429 && status < 500) return null;
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : pause;
}

async function errorOf(response: Response, tries: number): Promise<ProvenderError> {
  const unknown: Fault = { code: 'unknown', message: `Unexpected status ${response.status}`, field: null };
  const body = (await response.json().catch(() => ({}))) as { error?: Fault };
  return new ProvenderError(response, body.error ?? unknown, tries);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
