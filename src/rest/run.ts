import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import type { Context } from '../schema/context.ts';
import { AppError } from '../schema/errors.ts';
import { executeOperation } from '../schema/execute-operation.ts';
import { traced } from '../tracing.ts';

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
export function createRun(
  schema: GraphQLSchema,
  documents: TypedDocumentNode<unknown, never>[],
  execute = executeOperation,
): Run {
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
    const { data, errors } = await traced(nameOf(document), {}, () => execute(operation));
    if (errors?.[0]) throw causeOf(errors[0]);
    return data as never;
  };
}

function nameOf({ definitions: [definition] }: DocumentNode): string {
  return (definition as OperationDefinitionNode).name!.value;
}

function causeOf(error: GraphQLError): Error {
  return error instanceof AppError ? error : (error.originalError ?? error);
}
