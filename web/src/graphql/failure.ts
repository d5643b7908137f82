import type { CombinedError } from 'urql';
import { clockAt } from '../kit/format.ts';

/** An error of the service. */
export interface Failure {
  /** One of the service's error codes, or `unreachable`. */
  code: string;
  message: string;
  /** The path of the invalid input, such as `name` or `products[0].quantity`. */
  field: string | undefined;
  /** All invalid inputs. */
  details: { field: string; message: string }[];
  /** When the request can be repeated, in milliseconds since 1970, if the service says so. */
  retryAt?: number;
}

/** The extensions of a GraphQL error; `field` is null if it is not about an input. */
interface Extensions {
  code?: string;
  field?: string | null;
  details?: { field: string | null; message: string }[];
}

/**
 * Returns the failure in an error.
 *
 * @param error urql's error for an operation
 */
export function failureOf(error: CombinedError): Failure {
  const [first] = error.graphQLErrors;
  if (!first) {
    return {
      code: 'unreachable',
      message: 'Cannot reach the service. Check your connection and try again.',
      field: undefined,
      details: [],
    };
  }
  const { code, field, details } = first.extensions as Extensions;
  const retryAt = retryAtOf(error);
  if (code === 'rate_limited' && retryAt !== undefined) {
    const message = `Too many requests. Try again at ${clockAt(retryAt)}.`;
    return { code, message, field: undefined, details: [], retryAt };
  }
  const faults = details ?? [{ field, message: first.message }];
  return {
    code: code ?? 'internal_error',
    message: sentence(first.message),
    field: field ?? undefined,
    details: faults.flatMap(({ field, message }) => (field == null ? [] : [{ field, message }])),
  };
}

/** Reads `Retry-After`, which has seconds. */
function retryAtOf({ response }: CombinedError): number | undefined {
  const seconds = Number((response as Response | undefined)?.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : undefined;
}

/** Turns a message, which begins in lower case, into a sentence. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
