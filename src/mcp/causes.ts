import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode, type Fault, fault, shownFault } from '../schema/errors.ts';
import { restPathOf } from '../schema/names.ts';

/** Returns the error for the caller behind an error of GraphQL, which may be masked already. */
export function causeOf(error: Error): Error {
  if (error instanceof AppError || !(error instanceof GraphQLError)) return error;
  if (error.originalError instanceof AppError) return error.originalError;
  const { code, field } = error.extensions as { code?: ErrorCode; field?: string | null };
  return fault(code ?? 'validation_error', error.message, field ?? null);
}

/** Returns the faults of an error as answers show them, with the names of REST. */
export function faultsOf(error: AppError): Fault[] {
  return error.renamed(restPathOf).faults.map(shownFault);
}
