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

/** How many errors of variables are listed. Whoever sent more has seen what is wrong. */
export const MAX_COERCION_ERRORS = 20;

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
 */
export function createExecuteCompiled(schema: GraphQLSchema, createRules: () => Rules): ExecuteCompiled {
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
      maxErrors: MAX_COERCION_ERRORS,
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
      isOver: false,
    };
    return signal ? runUntilAborted(plan, execution, signal) : run(plan, execution);
  };
}

async function run({ answer }: Plan, execution: Execution): Promise<ExecutionResult> {
  const { errors } = execution;
  let data: ExecutionResult['data'] = null;
  try {
    data = (await answer(undefined, undefined, execution)) as ExecutionResult['data'];
  } catch (error) {
    // Every error of a field is located where it arose.
    if (!(error instanceof GraphQLError)) throw error;
    errors.add(error, undefined);
  } finally {
    execution.isOver = true;
  }
  return errors.list.length > 0 ? { errors: errors.list, data } : { data };
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
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted, run(plan, execution)]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
