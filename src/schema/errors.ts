import { GraphQLError } from 'graphql';

/** Every code a caller can meet, over REST and GraphQL alike. */
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

/** One fault; `field` is the path of the input at fault, such as `products[1].quantity`. */
export interface Fault {
  code: ErrorCode;
  message: string;
  field: string | null;
}

/** An error that is meant for the caller. Of several faults the first gives code, message and field. */
export class AppError extends GraphQLError {
  readonly faults: readonly Fault[];

  constructor(...faults: [Fault, ...Fault[]]) {
    const [{ code, message, field }] = faults;
    const { stackTraceLimit } = Error;
    // It tells of the caller's fault: where it was found nobody reads, and finding out costs most of it.
    Error.stackTraceLimit = 0;
    super(message, {
      extensions: { code, field, ...(faults.length > 1 && { details: faults }) },
    });
    Error.stackTraceLimit = stackTraceLimit;
    this.faults = faults;
  }

  get code(): ErrorCode {
    return this.faults[0]!.code;
  }
}

/** Shorthand for an error with one fault. */
export function fault(code: ErrorCode, message: string, field: string | null = null): AppError {
  return new AppError({ code, message, field });
}

/** The same for what never existed and for what is someone else's. */
export function notFound(what: string, field: string | null = null): AppError {
  return fault('not_found', `${what} was not found`, field);
}
