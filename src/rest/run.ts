import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Context } from '../schema/core/context.ts';
import { AppError } from '../schema/core/errors.ts';
import { executeOperation } from '../schema/execute-operation.ts';
import { traced } from '../tracing.ts';

/**
 * Executes an operation in process and returns its data.
 *
 * @throws the first error of a resolver, such as an AppError
 */
export type Run = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Context,
) => Promise<Data>;

/** Creates a runner for operations, which were parsed and validated when the code was generated. */
export function createRun(execute = executeOperation): Run {
  return async (document, variables, context) => {
    const operation = {
      document,
      variableValues: variables as Record<string, unknown>,
      contextValue: context,
    };
    const { data, errors } = await traced(operationName(document), {}, () => execute(operation));
    if (errors?.[0]) throw errorBehind(errors[0]);
    return data as never;
  };
}

function operationName({ definitions: [definition] }: DocumentNode): string {
  return (definition as OperationDefinitionNode).name!.value;
}

function errorBehind(error: GraphQLError): Error {
  return error instanceof AppError ? error : (error.originalError ?? error);
}
