import { AbortedGraphQLExecutionError, execute, type ExecutionResult } from 'graphql';
import { schema, unchecked } from '../index.ts';
import { createExecuteCompiled, MAX_COERCION_ERRORS, type Operation } from './execute-compiled.ts';
import { RequiredScopes } from './required-scopes.ts';

/** Executes by plans what can be, for callers who have all scopes that it takes. */
export const executeCompiled = createExecuteCompiled(unchecked, () => new RequiredScopes());

/** Executes an operation of a valid document. @throws the reason of the signal, as soon as it aborts */
export function executeOperation(operation: Operation): Promise<ExecutionResult> {
  return executeCompiled(operation) ?? executePlainly(operation);
}

/** Executes an operation by graphql-js alone. @throws as `executeOperation` */
export async function executePlainly({ signal, ...operation }: Operation): Promise<ExecutionResult> {
  try {
    return await execute({
      schema,
      ...operation,
      abortSignal: signal,
      options: { maxCoercionErrors: MAX_COERCION_ERRORS },
    });
  } catch (error) {
    throw error instanceof AbortedGraphQLExecutionError ? error.cause : error;
  }
}
