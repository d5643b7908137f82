import { GraphQLError } from 'graphql';

/** Every error code that clients can receive, over REST and GraphQL alike. */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_json'
  | 'invalid_transition'
  | 'unauthorized'
  | 'api_key_expired'
  | 'insufficient_scope'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_conflict'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable';

/** One fault; `field` is the path of the invalid input, such as `products[1].quantity`. */
export interface Fault {
  code: ErrorCode;
  message: string;
  field: string | null;
  /** What follows the path in the message, for messages that begin with it. */
  wording?: string;
}

/** An error intended for the caller. With several faults, the first gives code, message and field. */
export class AppError extends GraphQLError {
  readonly faults: readonly Fault[];

  constructor(...faults: [Fault, ...Fault[]]) {
    const [{ code, message, field }] = faults;
    const { stackTraceLimit } = Error;
    // Nobody reads the stack trace of a caller's error, and capturing it is most of its cost.
    Error.stackTraceLimit = 0;
    super(message, {
      extensions: { code, field, ...(faults.length > 1 && { details: faults.map(shownFault) }) },
    });
    Error.stackTraceLimit = stackTraceLimit;
    this.faults = faults;
  }

  get code(): ErrorCode {
    return this.faults[0]!.code;
  }

  /** Returns the same error in the terms of an interface with other paths. */
  renamed(pathOf: (field: string) => string): AppError {
    const [first, ...others] = this.faults.map(({ field, wording, ...fault }): Fault => {
      if (field === null) return { ...fault, field };
      const path = pathOf(field);
      return wording === undefined ? { ...fault, field: path } : faultAt(path, wording, fault.code);
    });
    return new AppError(first!, ...others);
  }
}

/** Returns a fault as responses show it. */
export function shownFault({ code, message, field }: Fault): Fault {
  return { code, message, field };
}

/** Returns a fault whose message begins with the path of its field: `quantity must be an integer`. */
export function faultAt(field: string, wording: string, code: ErrorCode = 'validation_error'): Fault {
  return { code, message: `${field} ${wording}`, field, wording };
}

/** Returns an error with one fault. */
export function fault(code: ErrorCode, message: string, field: string | null = null): AppError {
  return new AppError({ code, message, field });
}

/** Returns the error for a request that can be sent again in `retryAfter` seconds. */
export function rateLimited(message: string, retryAfter: number): AppError {
  const error = fault('rate_limited', message);
  error.extensions.retryAfter = retryAfter;
  return error;
}

/** Returns the same error for a record that never existed and one of another account. `field` named it in an input. */
export function notFound(noun: string, field: string | null = null, place = 'this account'): AppError {
  return fault('not_found', `No ${noun} with this id in ${place}`, field);
}
