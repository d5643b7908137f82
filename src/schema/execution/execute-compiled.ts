import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { unchecked } from '../index.ts';
import { compileOperation, type Plan } from './compile-operation.ts';
import type { Execution } from './execution.ts';

/** As long as their documents are kept by whoever parsed them; undefined for those left to graphql-js. */
const plans = new WeakMap<OperationDefinitionNode, Plan | undefined>();

/** What graphql-js and others that execute take. */
export interface Operation {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: { readonly [name: string]: unknown } | null;
  contextValue: Context;
  signal?: AbortSignal;
}

/**
 * Executes an operation of a valid document by its plan, with the answer that graphql-js would give.
 *
 * @returns undefined, with nothing done yet, when the answer is an error of scopes or of variables,
 *   or the operation cannot be compiled: it is then for graphql-js
 */
export function executeCompiled(asked: Operation): Promise<ExecutionResult> | undefined {
  const { document, operationName, variableValues, contextValue: context, signal } = asked;
  const operation = getOperationAST(document, operationName);
  const plan = operation && planOf(document, operation);
  if (!plan?.scopes.areGranted(context)) return undefined;
  const variables = getVariableValues(unchecked, operation?.variableDefinitions ?? [], variableValues ?? {}, {
    // They are counted again by graphql-js, which answers with them.
    maxErrors: 1,
  });
  if (variables.errors) return undefined;
  const execution: Execution = { context, variableValues: variables.variableValues, signal, errors: [] };
  return signal ? beforeAborted(signal, () => run(plan, execution)) : run(plan, execution);
}

function planOf(document: DocumentNode, operation: OperationDefinitionNode): Plan | undefined {
  if (!plans.has(operation)) plans.set(operation, compileOperation(unchecked, document, operation));
  return plans.get(operation);
}

async function run({ answer }: Plan, execution: Execution): Promise<ExecutionResult> {
  const { errors } = execution;
  let data: ExecutionResult['data'] = null;
  try {
    data = (await answer(undefined, undefined, execution)) as ExecutionResult['data'];
  } catch (error) {
    // Every error of a field is located where it arose.
    if (!(error instanceof GraphQLError)) throw error;
    errors.push(error);
  }
  // A copy: what is still under way may yet fail, and is no part of the answer.
  return errors.length > 0 ? { errors: [...errors], data } : { data };
}

/** @throws the signal's reason, as soon as it has one */
async function beforeAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort!: () => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
