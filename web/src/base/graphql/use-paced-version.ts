import { useCallback, useEffect, useRef, useState } from 'react';

/** The least time between two readings. */
const EVERY_MS = 30_000;
/** The time in which further changes are awaited. */
const GATHER_MS = 1_000;

/**
 * Returns a version for `useData`, and a function to call when data has changed: it increments the version,
 * at most every 30 seconds. Data is read when the page opens, so the first time is counted from there.
 */
export function usePacedVersion(): [version: number, change: () => void] {
  const [version, setVersion] = useState(0);
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    last.current = Date.now();
    return () => clearTimeout(timer.current);
  }, []);
  const change = useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        setVersion((version) => version + 1);
      },
      Math.max(GATHER_MS, last.current + EVERY_MS - Date.now()),
    );
  }, []);
  return [version, change];
}
