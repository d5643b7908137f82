import { useState } from 'react';
import { useMutation } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import type { Document } from './document.ts';
import { type Failure, failureOf } from './failure.ts';

/** A mutation that can be run. */
export interface Action<Data, Variables> {
  /** Resolves with the data, or with undefined on failure, which is then in `failure`. */
  run: (variables: Variables, onFailure?: (failure: Failure) => void) => Promise<Data | undefined>;
  isRunning: boolean;
  failure: Failure | undefined;
  /** Clears the failure. */
  reset: () => void;
}

/** Returns a mutation; queries that show the changed data are fetched again. */
export function useAction<Data, Variables extends object>(
  document: Document<Data, Variables>,
): Action<Data, Variables> {
  const [, execute] = useMutation<Data, Variables>(document);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);
  return {
    isRunning,
    failure,
    reset: () => setFailure(undefined),
    async run(variables, onFailure) {
      setRunning(true);
      setFailure(undefined);
      const { data, error } = await execute(variables);
      setRunning(false);
      if (!error) return data;
      const failure = failureOf(error);
      setFailure(failure);
      onFailure?.(failure);
      return undefined;
    },
  };
}
