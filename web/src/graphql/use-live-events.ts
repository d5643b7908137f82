import { useEffect, useRef } from 'react';
import { type Document, textOf } from './document.ts';

/** Follows a subscription over server-sent events until the page is left; the browser connects again by itself. */
export function useLiveEvents<Data>(
  document: Document<Data, Record<string, never>>,
  onEvent: (data: Data) => void,
  isPaused = false,
): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (isPaused) return;
    const source = new EventSource(`/graphql?query=${encodeURIComponent(textOf(document as never))}`);
    source.addEventListener('next', ({ data }: MessageEvent<string>) => {
      const { data: event } = JSON.parse(data) as { data?: Data };
      if (event) latest.current(event);
    });
    source.addEventListener('complete', () => source.close());
    return () => source.close();
  }, [document, isPaused]);
}
