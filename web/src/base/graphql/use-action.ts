import { useState } from 'react';
import { useClient } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import type { Document } from './document.ts';
import type { Failure } from './failure.ts';
import { sendOnce } from './send-once.ts';

/** A mutation that can be run. */
export interface Action<Data, Variables> {
  /** Resolves with the data, or with undefined on failure, which is then in `failure`. */
  run: (
    variables: Variables,
    onFailure?: (failure: Failure, partial?: Data) => void,
  ) => Promise<Data | undefined>;
  isRunning: boolean;
  failure: Failure | undefined;
  /** Clears the failure. */
  reset: () => void;
}

/**
 * Returns a mutation that is made once, however often it is sent; queries that show the changed data are
 * fetched again.
 *
 * @param changed types that it changes beside those of its response
 */
export function useAction<Data, Variables extends object>(
  document: Document<Data, Variables>,
  changed: string[] = [],
): Action<Data, Variables> {
  const client = useClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure, setFailure);
  return {
    isRunning,
    failure,
    reset: () => setFailure(undefined),
    async run(variables, onFailure) {
      setRunning(true);
      setFailure(undefined);
      const { data, failure, partial } = await sendOnce(client, document, variables, { changed });
      setRunning(false);
      if (!failure) return data;
      setFailure(failure);
      onFailure?.(failure, partial);
      return undefined;
    },
  };
}
