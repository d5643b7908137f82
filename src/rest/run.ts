import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type GraphQLError, type GraphQLSchema, validate } from 'graphql';
import type { Context } from '../schema/context.ts';
import { AppError } from '../schema/errors.ts';
import { executeOperation } from '../schema/execute-operation.ts';

/** Executes an operation in process. @throws what a resolver threw first, AppError among it */
export type Run = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Context,
) => Promise<Data>;

/**
 * A runner for operations on `schema`. They were parsed when the code was generated and are
 * validated here, once: an operation the schema does not know stops the start.
 */
export function createRun(schema: GraphQLSchema, documents: TypedDocumentNode<unknown, never>[]): Run {
  for (const document of documents) {
    const [error] = validate(schema, document);
    if (error) throw error;
  }
  return async (document, variables, context) => {
    const operation = {
      document,
      variableValues: variables as Record<string, unknown>,
      contextValue: context,
    };
    const { data, errors } = await executeOperation(operation);
    if (errors?.[0]) throw causeOf(errors[0]);
    return data as never;
  };
}

function causeOf(error: GraphQLError): Error {
  return error instanceof AppError ? error : (error.originalError ?? error);
}
