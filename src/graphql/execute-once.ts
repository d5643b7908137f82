import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { isInConflict } from '../database/unreachable.ts';
import type { Logger } from '../log.ts';
import { AppError } from '../schema/core/errors.ts';
import { executeOperation, requireBounds } from '../schema/execute-operation.ts';
import { once, onceOutside } from '../schema/core/idempotency/once.ts';
import { inSavepoint } from '../schema/core/write/in-savepoint.ts';
import { secretsIn } from '../schema/core/secret/secrets-in.ts';
import type { ValidOperation } from './operation.ts';
import { maskError, withStatus } from './mask-error.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';
import { publicResult } from './server-sent-events.ts';
import { splitMutation } from './split-mutation.ts';
import { waitingOf } from './waits-outside.ts';

/** Thrown to undo a transaction in which no mutation succeeded. */
class NothingWritten extends Error {
  readonly result: ExecutionResult;

  constructor(result: ExecutionResult) {
    super('no mutation succeeded');
    this.result = result;
  }
}

/**
 * Executes a mutation under its idempotency key: all its fields in one transaction, with the response. A
 * field that fails is undone alone. The response is stored, and left in the request, if any field succeeded,
 * because a retry must not execute that one again; otherwise the key stays free. Fields that wait for a mail
 * server are in no common transaction.
 *
 * @param extensions of the response
 * @throws AppError `idempotency_conflict`, `quota_exceeded`
 */
export async function executeOnce(
  operation: ValidOperation,
  extensions: object | undefined,
  log: Logger,
): Promise<ExecutionResult> {
  const { contextValue: context, schema } = operation;
  const { request } = context;
  try {
    const isWaiting = waitingOf(operation) === 'all';
    const run = isWaiting ? /* guard: mailing-once */ onceOutside : once;
    request.kept = await run(context, requestOf(operation, schema), async (inside) => {
      const result = await executeEach({ ...operation, contextValue: { ...inside, request } });
      if (!hasSucceeded(operation, result, isWaiting)) throw new NothingWritten(result);
      const errors = result.errors?.map((error) => maskError(error, log));
      const shown = { data: result.data, ...(errors && { errors }), extensions };
      return { status: 200, body: JSON.stringify(publicResult(shown)) };
    });
    return { data: null };
  } catch (error) {
    if (error instanceof NothingWritten) return error.result;
    throw error instanceof AppError ? withStatus(error) : error;
  }
}

function requestOf(operation: ValidOperation, schema: GraphQLSchema) {
  const { document, operationName, variableValues, contextValue } = operation;
  const text = document.loc!.source.body;
  return {
    key: contextValue.request.idempotencyKey!,
    parts: ['POST', '/graphql', text, operationName ?? '', variableValues ?? {}],
    holdsSecret: secretsIn(schema, document),
  };
}

/** Executes the fields of a mutation one after the other, and undoes those that fail. */
async function executeEach(operation: ValidOperation): Promise<ExecutionResult> {
  const { document, operationName, contextValue } = operation;
  const data: Record<string, unknown> = {};
  const errors: GraphQLError[] = [];
  for (const { key, document: part } of splitMutation(document, operationName)) {
    const result = await inSavepoint(
      contextValue,
      () => executeOperation({ ...operation, document: part }),
      ({ data: own }) => own?.[key] === null,
    );
    const conflict = result.errors?.find(isInConflict);
    // The whole request can be repeated with the same key. Otherwise the failure would be stored with the
    // fields that succeeded.
    // guard: mutation-conflict
    if (conflict) throw conflict.originalError!;
    // A variable is invalid: nothing was executed, and the other parts would return the same error.
    if (!result.data) return result;
    Object.assign(data, result.data);
    errors.push(...(result.errors ?? []));
  }
  requireBounds(data, operation);
  return errors.length > 0 ? { data, errors } : { data };
}

/** Returns whether a field succeeded: not if its mail was refused, because a retry sends the mail. */
function hasSucceeded(
  operation: ValidOperation,
  { data, errors }: ExecutionResult,
  isWaiting: boolean,
): boolean {
  return rootFieldsOf(operation)
    .keys()
    .some((key) => data?.[key] != null && !(isWaiting && errors?.some(({ path }) => path?.[0] === key)));
}
