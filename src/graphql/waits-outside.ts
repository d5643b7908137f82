import { getOperationAST } from 'graphql';
import { rootNodesOf } from '../schema/core/list/selections.ts';
import { argumentsOf } from './arguments-of.ts';
import type { ValidOperation } from './operation.ts';

/**
 * Returns whether all, some or none of the fields of a mutation wait for another system, such as a mail
 * server: those whose `extensions.waitsIf` names an argument that is true. They must not run in a
 * transaction, whose locks would wait too.
 */
export function waitingOf(operation: ValidOperation): 'all' | 'some' | 'none' {
  const { document, operationName, variableValues } = operation;
  const given = argumentsOf(getOperationAST(document, operationName)!, variableValues ?? {});
  const waiting = rootNodesOf(operation).map(({ node, field }) => {
    const argument = field.extensions.waitsIf as string | undefined;
    return argument !== undefined && given.valueOf(node, argument) === true;
  });
  if (waiting.every((waits) => !waits)) return 'none';
  return waiting.every((waits) => waits) ? 'all' : 'some';
}
