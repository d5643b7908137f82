import { AbortedGraphQLExecutionError, execute, type ExecutionResult } from 'graphql';
import { createPause } from '../../pause.ts';
import { schema, unchecked } from '../index.ts';
import { createExecuteCompiled, MAX_COERCION_ERRORS, type Operation } from './execute-compiled.ts';
import { RequiredScopes } from './required-scopes.ts';

/** Items of lists take a microsecond or a few. */
const ITEMS_BETWEEN_LOOKS = 64;

/** Executes by plans what can be, for callers who have all scopes that it takes. */
export const executeCompiled = createExecuteCompiled(
  unchecked,
  () => new RequiredScopes(),
  () => createPause('complete', ITEMS_BETWEEN_LOOKS),
);

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
