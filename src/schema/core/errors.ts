import { GraphQLError } from 'graphql';
import {
  type Problem,
  PROBLEMS,
  type Values,
  type ValuesIfAny,
  type ValuesOf,
  type ValueType,
  type Violation,
  violation,
} from '../../problems.ts';

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

/** A fault; `field` is the path of the invalid input, such as `products[1].quantity`. */
export interface Fault {
  code: ErrorCode;
  message: string;
  field: string | null;
  /** The problem, for programs: each code has one or several. */
  problem: Problem;
  /** The values of the problem; null if it has none. */
  values: Values | null;
  /** The words that follow the path in the message, for messages that begin with it. */
  wording?: string;
  /** Another field that the wording names. */
  mentions?: string;
}

const CODES: Readonly<Record<Problem, { code: ErrorCode; values?: Readonly<Record<string, ValueType>> }>> =
  PROBLEMS;

/**
 * An error intended for the caller. With several faults, the first gives code, message, field and problem.
 */
export class AppError extends GraphQLError {
  readonly faults: readonly Fault[];

  constructor(...faults: [Fault, ...Fault[]]) {
    const [first] = faults;
    const { message, ...others } = sentFault(first);
    const { stackTraceLimit } = Error;
    // Nobody reads the stack trace of a caller's error, and capturing it is most of its cost.
    Error.stackTraceLimit = 0;
    super(message, {
      extensions: { ...others, ...(faults.length > 1 && { details: faults.map(sentFault) }) },
    });
    Error.stackTraceLimit = stackTraceLimit;
    this.faults = faults;
  }

  get code(): ErrorCode {
    return this.faults[0]!.code;
  }

  /** Returns this error with the paths of another interface. */
  renamed(pathOf: (field: string) => string): AppError {
    const [first, ...others] = this.faults.map((fault) => renamedFault(fault, pathOf));
    const error = new AppError(first!, ...others);
    if ('retryAfter' in this.extensions) error.extensions.retryAfter = this.extensions.retryAfter;
    return error;
  }
}

/** Returns a fault with other paths, also in its values and in its message. */
export function renamedFault(given: Fault, pathOf: (field: string) => string): Fault {
  const fault = given.mentions === undefined ? given : mentioning(given, pathOf(given.mentions));
  const { problem, wording } = fault;
  const field = fault.field === null ? null : pathOf(fault.field);
  const message = field === null || wording === undefined ? fault.message : `${field} ${wording}`;
  const types = CODES[problem].values ?? {};
  const values =
    fault.values &&
    Object.fromEntries(
      Object.entries(fault.values).map(([name, value]) => [
        name,
        types[name] === 'field' ? pathOf(value as string) : value,
      ]),
    );
  return { ...fault, message, field, values };
}

function mentioning({ wording, ...fault }: Fault, other: string): Fault {
  return { ...fault, wording: wording!.replace(fault.mentions!, () => other), mentions: other };
}

/**
 * Returns a fault as GraphQL sends it, so that clients can put another name in front of the message's words.
 */
export function sentFault(fault: Fault) {
  const { wording } = fault;
  return { ...shownFault(fault), ...(wording !== undefined && { wording }) };
}

/** Returns a fault as responses of REST show it. */
export function shownFault({ code, message, field, problem, values }: Fault) {
  return { code, message, field, problem, values };
}

/**
 * Returns a fault whose message begins with the path of its field: `quantity must be an integer`.
 *
 * @param mentions another field that the wording names, so that each interface gives it its own name
 */
export function faultAt(field: string, { problem, values, wording }: Violation, mentions?: string): Fault {
  const message = `${field} ${wording}`;
  const fault = { code: CODES[problem].code, message, field, problem, values, wording };
  return mentions === undefined ? fault : { ...fault, mentions };
}

/**
 * Returns an error with one fault, whose message begins with the path of its field: `email is already in
 * use`.
 */
export function errorAt<Name extends Problem>(
  field: string,
  problem: Name,
  wording: string,
  ...values: ValuesIfAny<Name>
): AppError {
  return new AppError(faultAt(field, violation(problem, wording, ...values)));
}

/** Returns an error with one fault, whose message is a sentence. The problem decides its code. */
export function fault<Name extends Problem>(
  problem: Name,
  message: string,
  ...rest: [ValuesOf<Name>] extends [null]
    ? [field?: string | null]
    : [field: string | null, values: ValuesOf<Name>]
): AppError {
  const [field = null, values = null] = rest as [(string | null)?, Values?];
  return new AppError(faultOf(problem, message, field, values));
}

function faultOf(problem: Problem, message: string, field: string | null, values: Values | null): Fault {
  return { code: CODES[problem].code, message, field, problem, values };
}

/** Returns the error for a request that can be sent again in `retryAfter` seconds. */
export function rateLimited<Name extends Problem>(
  problem: Name,
  message: string,
  retryAfter: number,
  ...rest: ValuesIfAny<Name>
): AppError {
  const [values = null] = rest as [Values?];
  const error = new AppError(faultOf(problem, message, null, values));
  error.extensions.retryAfter = retryAfter;
  return error;
}

/**
 * Returns the error for a record that does not exist or belongs to another account. `field` is the input
 * field with its id.
 */
export function notFound(noun: string, field: string | null = null, place = 'this account'): AppError {
  return fault('not_found', `No ${noun} with this id in ${place}`, field);
}
