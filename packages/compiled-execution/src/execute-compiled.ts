import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Adapter, Permission } from './adapter.ts';
import { allOf } from './bounds.ts';
import { CollectedErrors } from './collected-errors.ts';
import { compileOperation, type Plan } from './compile-operation.ts';
import { conditionsOf, keyOf } from './conditions.ts';
import type { Complete, Execution } from './execution.ts';
import type { Operation } from './operation.ts';
import { isPromise } from './slot.ts';
import { Turns } from './turns.ts';

/**
 * The maximum number of variable errors listed before the one which says that there are more: 20 in total.
 */
export const MAX_COERCION_ERRORS = 19;

/** The maximum number of plans per operation, for different values of its boolean variables. */
const MAX_PLANS = 16;

type Variables = Execution['variableValues'];

/** The plans of one operation. */
interface Plans {
  /** The variables that decide what is selected. */
  conditions: string[];
  /** The plans by values of `conditions`, the oldest first; undefined where graphql-js has to execute. */
  byKey: Map<string, Plan | undefined>;
}

interface CompiledExecution {
  /**
   * Executes an operation by its plan. The promise resolves to undefined when graphql-js has to execute a
   * query.
   */
  runPlan(operation: Operation): Promise<ExecutionResult | undefined> | undefined;
  /** Returns the first permission that an operation needs and its caller lacks, as far as its plan knows. */
  missingPermission(operation: Operation): Permission | undefined;
}

type CompiledResult = ExecutionResult | undefined;

/**
 * Creates the functions that execute operations by plans, which are cached with their documents.
 *
 * @param schema a schema without permission checks
 * @param takeTurn returns a promise that resolves in another turn of the event loop
 */
export function createExecuteCompiled(
  schema: GraphQLSchema,
  adapter: Adapter,
  takeTurn: () => Promise<void>,
): CompiledExecution {
  const plansOf = new WeakMap<OperationDefinitionNode, Plans>();

  function planOf(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables) {
    let plans = plansOf.get(operation);
    if (!plans) plansOf.set(operation, (plans = { conditions: conditionsOf(document), byKey: new Map() }));
    const { conditions, byKey } = plans;
    const key = keyOf(conditions, variables);
    if (!byKey.has(key)) {
      if (byKey.size === MAX_PLANS) byKey.delete(byKey.keys().next().value!);
      byKey.set(key, compileOperation(schema, document, operation, adapter, variables));
    }
    return byKey.get(key);
  }

  /**
   * Returns the variables of an operation and its plan; undefined where graphql-js has to execute or refuse
   * it.
   */
  function prepare({ document, operationName, variableValues, hideSuggestions }: Operation) {
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const variables = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}, {
      // graphql-js finds the errors again, and lists all of them.
      maxErrors: 1,
      hideSuggestions,
    });
    if (variables.errors) return undefined;
    const plan = planOf(document, operation, variables.variableValues);
    return plan && { plan, variableValues: variables.variableValues };
  }

  function missingPermission(operation: Operation): Permission | undefined {
    const prepared = prepare(operation);
    return prepared?.plan.rules.missing(operation.contextValue as never, prepared.variableValues.coerced);
  }

  function runPlan(operation: Operation): Promise<CompiledResult> | undefined {
    const { contextValue: context, signal, hideSuggestions, bounds } = operation;
    const prepared = prepare(operation);
    const complete = prepared?.plan.complete;
    if (!complete) return undefined;
    if (prepared.plan.rules.missing(context as never, prepared.variableValues.coerced)) return undefined;
    const errors = new CollectedErrors();
    const execution: Execution = {
      context,
      variableValues: prepared.variableValues,
      hideSuggestions,
      signal,
      errors,
      needsGraphqlJs: false,
      isOver: false,
      left: allOf(bounds ?? {}),
      turns: new Turns(takeTurn),
      stop() {},
    };
    const canStop = signal !== undefined || bounds !== undefined;
    return canStop ? runUntilStopped(complete, execution) : Promise.try(run, complete, execution);
  }

  return { runPlan, missingPermission };
}

/**
 * Runs a plan.
 *
 * @param onSettled called once nothing can change the data
 */
function run(
  complete: Complete,
  execution: Execution,
  onSettled = () => {},
): Promise<CompiledResult> | CompiledResult {
  try {
    const data = complete(undefined, undefined, execution);
    if (!isPromise(data)) return finish(execution, data);
    const settled = data.then(
      (value) => (onSettled(), value),
      (error) => (onSettled(), noData(execution, error)),
    );
    return settled.then((value) => finish(execution, value));
  } catch (error) {
    return finish(execution, noData(execution, error));
  }
}

function finish(execution: Execution, data: unknown): CompiledResult {
  execution.isOver = true;
  if (execution.needsGraphqlJs) return undefined;
  const { list } = execution.errors;
  const result = { data: data as ExecutionResult['data'] };
  return list.length > 0 ? { errors: list, ...result } : result;
}

/** Adds the error that leaves the result without data. */
function noData({ errors, isOver }: Execution, error: unknown): null {
  // The caller of `stop` has rejected the result with the reason.
  if (isOver) return null;
  // Errors of fields are located where they occur.
  if (!(error instanceof GraphQLError)) throw error;
  errors.add(error, undefined);
  return null;
}

/**
 * Runs a plan until it ends, is stopped, or the signal aborts.
 *
 * @throws the reason, immediately
 */
async function runUntilStopped(complete: Complete, execution: Execution): Promise<CompiledResult> {
  const { signal } = execution;
  signal?.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  execution.stop = (reason) => {
    execution.isOver = true;
    reject(reason);
  };
  const onAbort = () => execution.stop(signal!.reason);
  const stopListening = () => signal?.removeEventListener('abort', onAbort);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([stopped, run(complete, execution, stopListening)]);
  } finally {
    stopListening();
  }
}
