import { GraphQLError, isValueNode } from 'graphql';
import { appErrorOf, STATUS } from '../http/error-status.ts';
import type { Logger } from '../log.ts';
import { AppError, fault } from '../schema/errors.ts';

const MAX_MESSAGE = 500;

/** Errors carry REST's codes; what is not meant for the caller is logged and masked. */
export function maskError(error: unknown, log: Logger): GraphQLError {
  // Outside of resolvers these come of what was sent: variables in a URL, and nesting too deep to walk.
  if (error instanceof SyntaxError) return fault('validation_error', 'variables and extensions must be JSON');
  if (error instanceof RangeError) return fault('validation_error', 'the document is nested too deeply');
  if (!(error instanceof GraphQLError)) return unavailableAsSuch(appErrorOf(error, () => log));
  const cause = error.originalError;
  if (error instanceof AppError) return error.path ? error : unavailableAsSuch(error);
  if (cause instanceof AppError) return error;
  return isAboutInput(error)
    ? refusalOf(error)
    : withMessageOf(
        error,
        appErrorOf(cause ?? error, () => log),
      );
}

/** What validation and parsing found wrong, as a refusal of ours. */
export function refusalOf(error: GraphQLError): GraphQLError {
  const { http } = error.extensions;
  const code = http?.status === 405 ? 'method_not_allowed' : 'validation_error';
  const refusal = fault(code, shortened(error.message));
  return withMessageOf(error, refusal, http === undefined ? {} : { http });
}

/** graphql-js repeats the value at fault, however long it is. */
function shortened(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/** A request that got no answer at all says so by its status too, for proxies and clients that retry. */
function unavailableAsSuch(error: AppError): GraphQLError {
  if (error.code !== 'service_unavailable') return error;
  const http = { status: STATUS.service_unavailable, headers: { 'Retry-After': '1' } };
  return withMessageOf(error, error, { http });
}

/** Found before any resolver ran, or in the value of an argument just before one ran. */
function isAboutInput({ path, originalError, nodes }: GraphQLError): boolean {
  const isAboutValue = nodes?.some(isValueNode) && originalError instanceof GraphQLError;
  return path === undefined || isAboutValue === true;
}

/** What is told, where `error` happened. */
function withMessageOf({ nodes, source, positions, path }: GraphQLError, told: AppError, more = {}) {
  const extensions = { ...told.extensions, ...more };
  return new GraphQLError(told.message, { nodes, source, positions, path, extensions });
}
