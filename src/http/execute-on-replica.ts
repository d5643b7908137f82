import type { Replica } from '../database/replica.ts';
import { isInConflict, isUnreachable } from '../database/unreachable.ts';
import { executeOperation } from '../schema/execute-operation.ts';

type Execute = typeof executeOperation;

/** Creates the execution of queries that a replica may answer. Without a replica it is that of all operations. */
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
