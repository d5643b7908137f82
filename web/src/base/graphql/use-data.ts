import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import { type Failure, failureOf } from './failure.ts';
import type { Document } from './document.ts';
import { useReread } from './use-reread.ts';

/** The state of a query. */
export interface Loading<Data> {
  data: Data | undefined;
  failure: Failure | undefined;
  /** Whether a request is running, also while older data is shown. */
  isLoading: boolean;
  /** Whether the data answers an earlier question, such as the search before the last letter. */
  isOutdated: boolean;
  reload: () => void;
}

interface Options {
  /** Whether to skip the query for now. */
  isPaused?: boolean;
  /** Polls at this interval while the page is visible. */
  everyMs?: number;
  /** Refetches whenever this changes, once the page is visible. */
  version?: number;
}

/** Runs a query. Shows cached data while loading, and refetches after mutations of its types. */
export function useData<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variables: Variables,
  { isPaused = false, everyMs, version = 0 }: Options = {},
): Loading<Data> {
  const [{ data, error, fetching, stale }, execute] = useQuery<Data, Variables>({
    query: document,
    variables,
    pause: isPaused,
  });
  const failure = error && failureOf(error);
  useSessionLost(failure);
  useReread(failure, execute);
  const asked = JSON.stringify(variables);
  const kept = useLastGood(fetching ? undefined : data, asked);
  const lastGood = kept?.variables === asked ? kept.data : undefined;
  const isOutdated = data !== undefined && data === kept?.data && kept.variables !== asked;
  const reload = () => execute({ requestPolicy: 'network-only' });

  useEffect(() => {
    if (everyMs === undefined || isPaused) return;
    const timer = setInterval(() => {
      if (globalThis.document.visibilityState === 'visible') execute({ requestPolicy: 'network-only' });
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isPaused, execute]);

  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    const refetch = () => {
      if (globalThis.document.visibilityState === 'hidden') return;
      shown.current = version;
      execute({ requestPolicy: 'network-only' });
      stop();
    };
    const stop = () => globalThis.document.removeEventListener('visibilitychange', refetch);
    globalThis.document.addEventListener('visibilitychange', refetch);
    refetch();
    return stop;
  }, [version, execute]);

  return {
    data: data ?? (failure && lastGood),
    failure,
    isLoading: fetching || stale,
    isOutdated,
    reload,
  };
}

/** The data that was read last, and its variables. */
interface Kept<Data> {
  data: Data;
  variables: string;
}

/** Keeps the last data that was read, to be shown beside an error. */
function useLastGood<Data>(data: Data | undefined, variables: string): Kept<Data> | undefined {
  const [kept, setKept] = useState<Kept<Data>>();
  if (data !== undefined && data !== kept?.data) setKept({ data, variables });
  return kept;
}
