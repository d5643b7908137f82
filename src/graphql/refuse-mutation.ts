import { getOperationAST, OperationTypeNode } from 'graphql';
import { denial } from '../schema/core/builder/denial.ts';
import { type AppError, errorAt } from '../schema/core/errors.ts';
import { missingPermission } from '../schema/execute-operation.ts';
import type { ValidOperation } from './operation.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';
import { waitingOf } from './waits-outside.ts';
import { opensSession, sessionOf } from './session-changes.ts';

const KEY_FIELD = 'Idempotency-Key';

/**
 * Returns the error for a mutation that must not be executed, so that nothing is written; none for others.
 */
export function refusalOfMutation(operation: ValidOperation): AppError | undefined {
  const { document, operationName } = operation;
  if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.MUTATION) return undefined;
  return refusalOfScopes(operation) ?? refusalUnderKey(operation);
}

/**
 * Refuses a mutation that selects a field, at any depth, that the caller may not read. The permissions of an
 * operation that signs in are those of the session it opens, so they are checked afterwards.
 */
function refusalOfScopes(operation: ValidOperation): AppError | undefined {
  const { contextValue } = operation;
  if (contextValue.http?.visit && opensSession(operation)) return undefined;
  const missing = missingPermission(operation);
  return missing && denial(contextValue, ...missing);
}

/** Refuses a mutation whose response cannot be stored, if it has an idempotency key. */
function refusalUnderKey(operation: ValidOperation): AppError | undefined {
  if (operation.contextValue.request.idempotencyKey === undefined) return undefined;
  if (rootFieldsOf(operation).values().some(sessionOf)) {
    const wording = 'is not supported by mutations that open, change or end sessions. Send them without it';
    return errorAt(KEY_FIELD, 'not_idempotent', wording);
  }
  // guard: mails-beside-changes
  if (waitingOf(operation) === 'some') {
    const wording =
      'is not supported by mutations that mail links beside other changes. Mail the links separately';
    return errorAt(KEY_FIELD, 'not_idempotent', wording);
  }
  return undefined;
}
