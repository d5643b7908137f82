import { useEffect, useRef, useState } from 'react';
import { CombinedError } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import { type Document, textOf } from './document.ts';
import { type Failure, failureOf } from './failure.ts';

const RETRY_MS = 5_000;

/** The state of a subscription. */
export interface Live {
  isLive: boolean;
  /** The number of connections so far; events between two of them have to be fetched. */
  connections: number;
  /** The error with which the service ended the subscription. */
  failure: Failure | undefined;
}

type Message<Data> = { data?: Data; errors?: CombinedError['graphQLErrors'] };

/**
 * Follows a subscription over server-sent events until the page is left, and reconnects when it is
 * interrupted.
 */
export function useLiveEvents<Data>(
  document: Document<Data, Record<string, never>>,
  onEvent: (data: Data) => void,
  isPaused = false,
): Live {
  const [isLive, setLive] = useState(false);
  const [connections, setConnections] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });

  useEffect(() => {
    if (isPaused) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(`/graphql?query=${encodeURIComponent(textOf(document as never))}`);
      source.addEventListener('open', () => {
        setLive(true);
        setFailure(undefined);
        setConnections((count) => count + 1);
      });
      source.addEventListener('next', ({ data }: MessageEvent<string>) => {
        const { data: event, errors } = JSON.parse(data) as Message<Data>;
        if (errors) setFailure(failureOf(new CombinedError({ graphQLErrors: [...errors] })));
        else if (event) latest.current(event);
      });
      source.addEventListener('error', breakOff);
      source.addEventListener('complete', breakOff);
    };
    // Browsers reconnect by themselves only after some kinds of interruption.
    const breakOff = () => {
      source.close();
      setLive(false);
      clearTimeout(timer);
      timer = setTimeout(open, RETRY_MS);
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
      setLive(false);
    };
  }, [document, isPaused]);

  return { isLive, connections, failure };
}
