import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { CollectedErrors } from './collected-errors.ts';
import { compileOperation, type Plan } from './compile-operation.ts';
import type { Execution, Rules } from './execution.ts';
import { isPromise } from './slot.ts';

/** How many errors of variables are listed, before the one that says there are more: 20 in all. */
export const MAX_COERCION_ERRORS = 19;

/** What graphql-js and others that execute take. */
export interface Operation {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: { readonly [name: string]: unknown } | null;
  contextValue: Context;
  signal?: AbortSignal;
  /** Whether errors keep names of the schema to themselves that are like those that were sent. */
  hideSuggestions?: boolean;
}

/**
 * Executes an operation of a valid document by its plan, with the result that graphql-js would give.
 *
 * @returns undefined, with nothing done yet, when the result is an error of scopes or of variables,
 *   or the operation cannot be compiled: it is then for graphql-js. The promise rejects with the reason
 *   of the signal as soon as it aborts
 */
export type ExecuteCompiled = (operation: Operation) => Promise<ExecutionResult> | undefined;

/**
 * Creates what executes operations by plans, which are kept as long as their documents.
 *
 * @param schema without any checks of scopes
 * @param createRules called for each operation, to gather what its caller must be granted
 * @param createPause called for each execution: the pauses of its lists; none by default
 */
export function createExecuteCompiled(
  schema: GraphQLSchema,
  createRules: () => Rules,
  createPause: () => Execution['pause'] = () => () => undefined,
): ExecuteCompiled {
  /** Undefined for those left to graphql-js. */
  const plans = new WeakMap<OperationDefinitionNode, Plan | undefined>();

  function planOf(document: DocumentNode, operation: OperationDefinitionNode): Plan | undefined {
    if (!plans.has(operation)) {
      plans.set(operation, compileOperation(schema, document, operation, createRules()));
    }
    return plans.get(operation);
  }

  return ({ document, operationName, variableValues, contextValue: context, signal, hideSuggestions }) => {
    const operation = getOperationAST(document, operationName);
    const plan = operation && planOf(document, operation);
    if (!plan?.rules.areGranted(context)) return undefined;
    const variables = getVariableValues(schema, operation!.variableDefinitions ?? [], variableValues ?? {}, {
      // graphql-js finds them again, and lists them.
      maxErrors: 1,
      hideSuggestions,
    });
    if (variables.errors) return undefined;
    const errors = new CollectedErrors();
    const execution: Execution = {
      context,
      variableValues: variables.variableValues,
      hideSuggestions,
      signal,
      errors,
      pause: createPause(),
      isOver: false,
    };
    return signal ? runUntilAborted(plan, execution, signal) : Promise.try(run, plan, execution);
  };
}

/** @param onSettled called once nothing can change the data any more */
function run(
  { answer }: Plan,
  execution: Execution,
  onSettled = () => {},
): Promise<ExecutionResult> | ExecutionResult {
  try {
    const data = answer(undefined, undefined, execution);
    if (!isPromise(data)) return finish(execution, data);
    const settled = data.then(
      (value) => (onSettled(), value),
      (error) => (onSettled(), nothing(execution, error)),
    );
    return settled.then((value) => finish(execution, value));
  } catch (error) {
    return finish(execution, nothing(execution, error));
  }
}

function finish(execution: Execution, data: unknown): ExecutionResult {
  execution.isOver = true;
  const { list } = execution.errors;
  const result = { data: data as ExecutionResult['data'] };
  return list.length > 0 ? { errors: list, ...result } : result;
}

/** Collects the error for which there is no data at all. */
function nothing({ errors }: Execution, error: unknown): null {
  // Every error of a field is located where it arose.
  if (!(error instanceof GraphQLError)) throw error;
  errors.add(error, undefined);
  return null;
}

/** @throws the signal's reason, as soon as it has one */
async function runUntilAborted(
  plan: Plan,
  execution: Execution,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    execution.isOver = true;
    reject(signal.reason);
  };
  const stopListening = () => signal.removeEventListener('abort', onAbort);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted, run(plan, execution, stopListening)]);
  } finally {
    stopListening();
  }
}
