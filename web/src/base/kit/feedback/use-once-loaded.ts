import { useEffect, useRef } from 'react';

/** Returns functions to do something as soon as nothing is loading, and to give that up. */
export function useOnceLoaded(
  isLoading: boolean,
  then: () => void,
): { wait: () => void; forget: () => void } {
  const isWaiting = useRef(false);
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    if (isLoading || !isWaiting.current) return;
    isWaiting.current = false;
    latest.current();
  }, [isLoading]);
  return {
    wait: () => void (isWaiting.current = true),
    forget: () => void (isWaiting.current = false),
  };
}
