import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import { type Failure, failureOf } from './failure.ts';
import type { Document } from './document.ts';

/** What a query has brought so far. */
export interface Loading<Data> {
  data: Data | undefined;
  failure: Failure | undefined;
  /** Whether an answer is awaited, also while older data is shown. */
  isLoading: boolean;
  reload: () => void;
}

interface Options {
  /** Whether to wait with asking. */
  isPaused?: boolean;
  /** Asks again every so many milliseconds while the page is looked at. */
  everyMs?: number;
  /** Asks again whenever this changes. */
  version?: number;
}

/** Asks for data, shows what is known meanwhile, and asks again after changes to what it shows. */
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
    shown.current = version;
    execute({ requestPolicy: 'network-only' });
  }, [version, execute]);

  return { data, failure, isLoading: fetching || stale, reload };
}
