import { GraphQLError, isValueNode, Kind } from 'graphql';
import { appErrorOf, STATUS } from '../http/response/error-status.ts';
import type { Logger } from '../log.ts';
import { AppError, type Fault, fault } from '../schema/core/errors.ts';

const MAX_ERROR_MESSAGE = 500;

/**
 * Returns the error to send, with the same codes as REST. Errors not intended for the caller are logged and
 * masked.
 */
export function maskError(error: unknown, log: Logger): GraphQLError {
  // Outside of resolvers, these errors come from the input: invalid variables in a URL, or nesting too deep
  // to walk.
  if (error instanceof SyntaxError)
    return fault('invalid_request', 'The variables and extensions must be JSON');
  if (error instanceof RangeError) return fault('nested_too_deeply', 'The document is nested too deeply');
  if (!(error instanceof GraphQLError)) return unavailableAsSuch(appErrorOf(error, () => log));
  const cause = error.originalError;
  if (error instanceof AppError) return error.path ? error : unavailableAsSuch(error);
  if (cause instanceof AppError) return error;
  return isAboutInput(error)
    ? documentRefusal(error)
    : withMessageOf(
        error,
        appErrorOf(cause ?? error, () => log),
      );
}

/** Returns an error of a whole request with its HTTP status, instead of 200. */
export function withStatus(error: AppError): AppError {
  const copy = new AppError(...(error.faults as [Fault]));
  copy.extensions.http = { status: STATUS[error.code] };
  return copy;
}

/** Returns an error of validation or parsing as a refusal with a code. */
export function documentRefusal(error: GraphQLError): GraphQLError {
  const { http } = error.extensions;
  const problem = http?.status === 405 ? 'method_not_allowed' : documentProblemOf(error);
  const refusal = fault(
    problem,
    shortMessage(error.message) + hintAtItems(error.message),
    problem === 'invalid_variable' ? fieldOfVariable(error.message) : null,
  );
  return withMessageOf(error, refusal, http === undefined ? {} : { http });
}

/** The problems of documents and variables; none has values. */
type DocumentProblem =
  | 'syntax_error'
  | 'unknown_field'
  | 'unknown_argument'
  | 'invalid_argument'
  | 'invalid_variable'
  | 'invalid_document'
  | 'invalid_request';

/** Returns the problem that validation noted in the error, otherwise the one that follows from its nodes. */
function documentProblemOf({ extensions, nodes }: GraphQLError): DocumentProblem {
  const known = extensions.problem as DocumentProblem | undefined;
  if (known) return known;
  // The error concerns no node of the document, such as an unknown operation name.
  if (!nodes) return 'invalid_request';
  if (nodes.some(({ kind }) => kind === Kind.VARIABLE_DEFINITION)) return 'invalid_variable';
  return nodes.some(isValueNode) ? 'invalid_argument' : 'invalid_document';
}

/** Matches the variable, the path in its value, and the member that is missing or unknown there. */
const IN_VARIABLE =
  /^Variable "\$(\w+)" has invalid value(?: at ([\w.[\]]+))?:(?: Expected value of type "\w+" (?:to include required|not to include unknown) field "([^"]{1,100})")?/;

/**
 * Returns the path of the value at fault, as the errors of rules have it: without the name of the variable,
 * unless it is all.
 */
function fieldOfVariable(message: string): string | null {
  const [, name, at = '', member] = IN_VARIABLE.exec(message) ?? [];
  if (name === undefined) return null;
  const path = `${at}${member === undefined ? '' : `.${member}`}`.replace(/^\./, '');
  return path === '' || path.startsWith('[') ? name + path : path;
}

/** Returns a hint for a field of a list's items that was selected on the list itself. */
function hintAtItems(message: string): string {
  const [, field, list] = /^Cannot query field "(\w+)" on type "\w+?(Connection|Page)"\./.exec(message) ?? [];
  if (!list) return '';
  return ` Select the fields of its items: ${list === 'Page' ? 'items' : 'nodes'} { ${field} }`;
}

/** Shortens a message: graphql-js repeats the invalid value, however long it is. */
function shortMessage(message: string): string {
  return message.length > MAX_ERROR_MESSAGE ? `${message.slice(0, MAX_ERROR_MESSAGE)}…` : message;
}

/** Sets the HTTP status 503 for a request without any result, for proxies and clients that retry. */
function unavailableAsSuch(error: AppError): GraphQLError {
  if (error.code !== 'service_unavailable') return error;
  const http = {
    status: STATUS.service_unavailable,
    headers: { 'Retry-After': String(error.extensions.retryAfter ?? 1) },
  };
  return withMessageOf(error, error, { http });
}

/**
 * Returns whether the error is about the input: found before any resolver ran, or while coercing an argument.
 */
function isAboutInput({ path, originalError, nodes }: GraphQLError): boolean {
  const isAboutValue = nodes?.some(isValueNode) && originalError instanceof GraphQLError;
  return path === undefined || isAboutValue === true;
}

/** Returns `replacement` at the location of `error`. */
function withMessageOf({ nodes, source, positions, path }: GraphQLError, replacement: AppError, more = {}) {
  const extensions = { ...replacement.extensions, ...more };
  return new GraphQLError(replacement.message, { nodes, source, positions, path, extensions });
}
