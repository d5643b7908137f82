import { GraphQLError } from 'graphql';
import { AppError, type Fault, fault, restFault } from '../schema/core/errors.ts';
import { restPathOf } from '../schema/core/noun/names.ts';

/** Returns the error for the caller behind an error of GraphQL, which may be masked already. */
export function causeOf(error: Error): Error {
  if (error instanceof AppError || !(error instanceof GraphQLError)) return error;
  if (error.originalError instanceof AppError) return error.originalError;
  const { code, field, problem, values, wording } = error.extensions as Partial<Fault>;
  // An error without a code comes from graphql-js; only the parser gives it a problem.
  if (!code) return fault(problem === 'syntax_error' ? problem : 'invalid_document', error.message, field);
  const words = wording === undefined ? {} : { wording };
  return new AppError({
    code,
    message: error.message,
    field: field!,
    problem: problem!,
    values: values!,
    ...words,
  });
}

/** Returns the faults of an error as answers show them, with the names of REST. */
export function faultsOf(error: AppError): ReturnType<typeof restFault>[] {
  return error.renamed(restPathOf).faults.map(restFault);
}
