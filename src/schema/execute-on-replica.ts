import type { Replica } from '../database/replica.ts';
import { isInConflict, isUnreachable } from '../database/unreachable.ts';
import { executeOperation } from './execute-operation.ts';

type Execute = typeof executeOperation;

/**
 * Creates the function that executes queries on a replica, if they are marked for it. Without a replica, it
 * executes them as usual.
 */
export function createExecuteOnReplica(replica: Replica | undefined): Execute {
  if (!replica) return executeOperation;
  return (operation) =>
    replica.read(
      async (db) => {
        const result = await executeOperation({
          ...operation,
          contextValue: { ...operation.contextValue, db },
        });
        const fault = result.errors?.find((error) => isUnreachable(error) || isInConflict(error));
        if (fault) throw fault;
        return result;
      },
      () => executeOperation(operation),
    );
}
