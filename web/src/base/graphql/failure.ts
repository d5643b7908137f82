import type { CombinedError } from 'urql';
import { codesInWords } from '../kit/words/codes-in-words.ts';
import { clockAt } from '../kit/words/format.ts';

/** An error of the service. */
export interface Failure {
  /** The error code of the service, or `unreachable`. */
  code: string;
  message: string;
  /** The path of the invalid input, such as `name` or `products[0].quantity`. */
  field: string | undefined;
  /** All invalid inputs. */
  details: Detail[];
  /** When the request can be repeated, in milliseconds since 1970, if the service says so. */
  retryAt?: number;
  /**
   * The first day that the account accepts; null if there is none. Only of a day that the account refuses.
   */
  firstPossibleDate?: string | null;
}

/** An invalid input. */
export interface Detail {
  field: string;
  message: string;
  /** The problem and its values; undefined for an input that the page itself refuses. */
  problem?: string | undefined;
  values?: Values | null | undefined;
  /** The message without the path that it begins with; undefined if it begins with none. */
  wording?: string | undefined;
}

/** The values of a problem. */
type Values = Readonly<Record<string, unknown>>;

/** An error as a response has it; `field` is null if it is not about an input. */
interface Told {
  code?: string;
  message: string;
  field?: string | null;
  problem?: string;
  values?: Values | null;
  wording?: string;
  details?: (Omit<Detail, 'field'> & { field: string | null })[];
  firstPossibleDate?: string | null;
}

const TOO_MANY_REQUESTS = 429;

/** The failure of a request without a response. */
export const UNREACHABLE: Failure = {
  code: 'unreachable',
  message: 'Cannot reach the service. Check your connection and try again.',
  field: undefined,
  details: [],
};

/**
 * Returns the failure of a request that something else than the service responded to, such as a proxy in
 * front of it. What became of the request is unknown.
 */
export function failureAt({ status }: Response): Failure {
  return {
    ...UNREACHABLE,
    message:
      status < 400
        ? 'Something between this page and the service responded in its place. Check your network, such as its sign-in page.'
        : `The service is not available now (status ${status}). Try again in a minute.`,
  };
}

/**
 * Returns the failure in an error.
 *
 * @param error urql's error for an operation
 */
export function failureOf({ graphQLErrors: [first], response }: CombinedError): Failure {
  if (!first) return response ? failureAt(response as Response) : UNREACHABLE;
  return failureIn({ ...first.extensions, message: first.message }, response as Response | undefined);
}

/** Returns the failure in a response. */
export function failureIn(
  { code, message, field, problem, values, wording, details, firstPossibleDate }: Told,
  response: Response | undefined,
): Failure {
  const retryAt = retryAtOf(response);
  if (response?.status === TOO_MANY_REQUESTS && retryAt !== undefined) {
    const message = `Too many requests. Try again at ${clockAt(retryAt)}.`;
    return { code: 'rate_limited', message, field: undefined, details: [], retryAt };
  }
  const faults = details ?? [{ field, message, problem, values, wording }];
  return {
    code: code ?? 'internal_error',
    message: code === 'internal_error' ? unexpectedAt(response) : sentence(message),
    field: field ?? undefined,
    ...(firstPossibleDate !== undefined && { firstPossibleDate }),
    details: faults.flatMap(({ field, ...fault }) =>
      field == null ? [] : [{ ...fault, field, message: codesInWords(fault.message) }],
    ),
  };
}

function unexpectedAt(response: Response | undefined): string {
  const id = response?.headers.get('X-Request-Id');
  const report = id
    ? `report request ${id} to whoever runs the service`
    : 'report it to whoever runs the service';
  return `The service failed unexpectedly. Try again; if it fails again, ${report}.`;
}

/** Reads `Retry-After`, which has seconds. */
function retryAtOf(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : undefined;
}

/** Turns a message, which begins in lower case, into a sentence without codes. */
export function sentence(message: string): string {
  const words = codesInWords(message);
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
