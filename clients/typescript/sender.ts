import type { Error as Refusal } from './endpoints.ts';

export interface SenderOptions {
  baseUrl: string;
  apiKey: string;
  /** How often a request is sent again before its failure is told; 3 unless given. */
  retries?: number;
  /** A `Retry-After` beyond this is told rather than waited for; a minute unless given. */
  maxWaitMs?: number;
}

/** A request to one endpoint. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  target: string;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** What a success carries besides its status. */
export interface Answer {
  data: unknown;
  pagination?: { has_more: boolean };
}

interface Fault {
  /** `unknown` when what answered was not the service. */
  code: Refusal['error']['code'] | 'unknown';
  message: string;
  field: string | null;
}

/** A refusal of the service, by its code. */
export class ProvenderError extends Error implements Fault {
  override name = 'ProvenderError';
  readonly status: number;
  readonly code: Fault['code'];
  readonly field: string | null;
  /** All faults; more than one when several fields are wrong. */
  readonly faults: Fault[];
  readonly requestId: string | null;

  constructor({ status, headers }: Response, error: Fault & { details?: Fault[] }) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.field = error.field;
    this.faults = error.details ?? [error];
    this.requestId = headers.get('X-Request-Id');
  }
}

const FIRST_PAUSE_MS = 250;

/** Sends requests, again where that is safe: what was refused by 429 or 503, and what got no answer. */
export function createSender({ baseUrl, apiKey, retries = 3, maxWaitMs = 60_000 }: SenderOptions) {
  return async function send({ method, target, body, idempotencyKey, signal }: Outgoing): Promise<Answer> {
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
    };
    const isRepeatable = method === 'GET' || method === 'POST';
    for (let retry = 0; ; retry++) {
      const pause = FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random() / 2);
      try {
        const response = await fetch(baseUrl + target, {
          method,
          headers,
          body: JSON.stringify(body),
          signal,
        });
        if (response.ok) return (await response.json()) as Answer;
        const wait = waitOf(response, isRepeatable ? pause : null);
        if (wait === null || wait > maxWaitMs || retry === retries) throw await errorOf(response);
        await response.body?.cancel();
        await sleep(wait, signal);
      } catch (error) {
        const isFinal = error instanceof ProvenderError || signal?.aborted || !isRepeatable;
        if (isFinal || retry === retries) throw error;
        await sleep(pause, signal);
      }
    }
  };
}

/** How long to wait before the request is worth sending again; null when it is not. */
function waitOf({ status, headers }: Response, pause: number | null): number | null {
  const seconds = headers.get('Retry-After');
  if (status === 429 || status === 503) return seconds === null ? pause : Number(seconds) * 1_000;
  return status >= 500 ? pause : null;
}

async function errorOf(response: Response): Promise<ProvenderError> {
  const unknown: Fault = { code: 'unknown', message: `the answer was ${response.status}`, field: null };
  const body = (await response.json().catch(() => ({}))) as { error?: Fault };
  return new ProvenderError(response, body.error ?? unknown);
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}
