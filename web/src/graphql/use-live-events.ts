import { useEffect, useRef, useState } from 'react';
import { CombinedError } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import { type Document, textOf } from './document.ts';
import { type Failure, failureOf } from './failure.ts';

const RETRY_MS = 5_000;

/** How it is with a subscription. */
export interface Live {
  isLive: boolean;
  /** How often it was connected: what happened in between has to be asked for. */
  connections: number;
  /** Why the service ended it. */
  failure: Failure | undefined;
}

type Message<Data> = { data?: Data; errors?: CombinedError['graphQLErrors'] };

/** Follows a subscription over server-sent events until the page is left, and connects again when it breaks. */
export function useLiveEvents<Data>(
  document: Document<Data, Record<string, never>>,
  onEvent: (data: Data) => void,
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
    // The browser itself connects again only after some of the ways in which a stream can end.
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
    };
  }, [document]);

  return { isLive, connections, failure };
}
