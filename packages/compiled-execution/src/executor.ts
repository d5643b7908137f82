import { setImmediate } from 'node:timers/promises';
import { AbortedGraphQLExecutionError, execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { type Adapter, type Permission, plainAdapter } from './adapter.ts';
import { requireBounds, ResultTooLarge, ValueCounter } from './bounds.ts';
import { createExecuteCompiled, MAX_COERCION_ERRORS } from './execute-compiled.ts';
import type { Bounds, Operation } from './operation.ts';

export { type Bounds, requireBounds, ResultTooLarge };

/**
 * Executes operations. Every method rejects with the reason of the operation's signal as soon as it aborts,
 * and with `ResultTooLarge` for a result beyond its `bounds`: a plan as soon as more is read, graphql-js at
 * the end, or as soon as the resolvers of Pothos were called for more values.
 */
export interface Executor<Context> {
  /** Executes an operation by its plan, or by graphql-js if it has none. */
  execute(operation: Operation<Context>): Promise<ExecutionResult>;
  /**
   * Executes an operation by its plan. Returns undefined, without side effects, when the operation cannot be
   * compiled, or when its result is an error about permissions or variables, which only graphql-js can
   * report.
   */
  executeCompiled(operation: Operation<Context>): Promise<ExecutionResult> | undefined;
  /** Executes an operation by graphql-js. */
  executePlainly(operation: Operation<Context>): Promise<ExecutionResult>;
  /**
   * Returns the first permission that any field of an operation needs and its caller lacks. Returns undefined
   * as well when permissions depend on more than the caller and the document, or when a variable is invalid.
   */
  missingPermission(operation: Operation<Context>): Permission | undefined;
}

export interface ExecutorOptions<Context> {
  /** For graphql-js. */
  schema: GraphQLSchema;
  /**
   * The same schema without permission checks, which the adapter makes instead (default: the schema itself).
   */
  unchecked?: GraphQLSchema;
  /** The adapter of the library that built the schema (default: none). */
  adapter?: Adapter<Context>;
  /**
   * Returns a promise that resolves in another turn of the event loop, for plans with much to do (default:
   * the next).
   */
  takeTurn?: () => Promise<void>;
}

/** Creates an executor. Plans are cached as long as their documents. */
export function createExecutor<Context = unknown>(options: ExecutorOptions<Context>): Executor<Context> {
  const { schema, unchecked = schema, adapter = plainAdapter, takeTurn = () => setImmediate() } = options;
  const { runPlan, missingPermission } = createExecuteCompiled(unchecked, adapter, takeTurn);

  function executeCompiled(operation: Operation<Context>): Promise<ExecutionResult> | undefined {
    return runPlan(operation)?.then((result) => result ?? executePlainly(operation));
  }

  async function executePlainly(given: Operation<Context>): Promise<ExecutionResult> {
    const { signal, bounds, ...operation } = given;
    const stopping = new AbortController();
    const stop = (reason: Error) => stopping.abort(reason);
    try {
      const result = await execute({
        schema,
        ...operation,
        abortSignal: signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal,
        rootValue: new ValueCounter(bounds?.values ?? Infinity, stop),
        options: { maxCoercionErrors: MAX_COERCION_ERRORS },
      });
      // guard: result-bounds
      requireBounds(result.data, given);
      return result;
    } catch (error) {
      throw error instanceof AbortedGraphQLExecutionError ? error.cause : error;
    }
  }

  return {
    execute: (operation) => executeCompiled(operation) ?? executePlainly(operation),
    executeCompiled,
    executePlainly,
    missingPermission,
  };
}
