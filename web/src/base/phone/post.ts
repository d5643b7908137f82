import { type Document, textOf } from '../graphql/document.ts';
import { SHOWN_PERSON } from '../graphql/shown-person.ts';
import type { Refusal } from './store.ts';

const TIMEOUT_MS = 60_000;

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: Omit<Refusal, 'message'> }[];
}

/** The response to an operation. */
export interface Posted<Data> {
  data: Data | undefined;
  error: Refusal | undefined;
  status: number;
  /** How much the service's clock is ahead of that of this phone. */
  skewMs: number;
}

/** Returns the body of a request. */
export function bodyOf<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variables: Variables,
): string {
  return JSON.stringify({ query: textOf(document as Document<never, never>), variables });
}

interface As {
  /** The person who must be signed in (default: anybody). The service refuses operations of others. */
  personId?: string;
  /** The `Idempotency-Key`. */
  key?: string;
}

/**
 * Sends an operation as the person who is signed in; also works in a service worker. Rejects without a
 * network.
 */
export async function post<Data>(body: string, { personId, key }: As = {}): Promise<Posted<Data>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      'Content-Type': 'application/json',
      ...(personId !== undefined && { [SHOWN_PERSON]: personId }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const date = Date.parse(response.headers.get('Date') ?? '');
  const { data, errors } = (await response.json()) as Answer<Data>;
  const [first] = errors ?? [];
  return {
    data: first ? undefined : (data ?? undefined),
    error: first && { ...first.extensions, message: first.message },
    status: response.status,
    skewMs: Number.isNaN(date) ? 0 : date - Date.now(),
  };
}

/** Returns whether a response says that the service has no time now. */
export function isBusy({ status }: { status: number }): boolean {
  return status === 429 || status >= 500;
}
