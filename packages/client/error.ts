import type { Error as ErrorBody } from './endpoints.ts';

interface Fault {
  /** The error code; `unknown` when something other than the service responded, such as a proxy. */
  code: ErrorBody['error']['code'] | 'unknown';
  message: string;
  field: string | null;
  /** The problem; undefined with `unknown`, and from earlier versions of the service. */
  problem?: ErrorBody['error']['problem'] | undefined;
  /** The values of the problem; null if it has none. */
  values?: ErrorBody['error']['values'] | undefined;
}

/** An error response of the service. */
export class ProvenderError extends Error implements Fault {
  override readonly name = 'ProvenderError';
  readonly status: number;
  readonly headers: Headers;
  readonly code: Fault['code'];
  readonly field: string | null;
  readonly problem: Fault['problem'];
  readonly values: Fault['values'];
  /** All faults, when several fields are invalid. */
  readonly faults: Fault[];
  readonly requestId: string | null;
  /** How many times the request was sent. Above 1, an earlier try may have succeeded unseen. */
  readonly tries: number;

  constructor({ status, headers }: Response, error: Fault & { details?: Fault[] }, tries: number) {
    super(error.message);
    this.status = status;
    this.headers = headers;
    this.code = error.code;
    this.field = error.field;
    this.problem = error.problem;
    this.values = error.values;
    this.faults = error.details ?? [error];
    this.requestId = headers.get('X-Request-Id');
    this.tries = tries;
  }
}

/** Reads the error of a response. */
export async function errorOf(response: Response, tries: number): Promise<ProvenderError> {
  const unknown: Fault = { code: 'unknown', message: `Unexpected status ${response.status}`, field: null };
  const body = (await response.json().catch(() => null)) as { error?: Fault } | null;
  return new ProvenderError(response, body?.error ?? unknown, tries);
}
