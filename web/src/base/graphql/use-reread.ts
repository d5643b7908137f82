import { useEffect } from 'react';
import { type Failure, UNREACHABLE } from './failure.ts';
import { useReach } from './reach.ts';

const REREAD_MS = 4_000;

/** Reads again what could not be read, once the service can be reached, until it succeeds. */
export function useReread(
  failure: Failure | undefined,
  execute: (options: { requestPolicy: 'network-only' }) => void,
): void {
  const { isOffline } = useReach();
  const isUnread = failure?.code === UNREACHABLE.code && !isOffline;
  useEffect(() => {
    if (!isUnread) return;
    const timer = setInterval(() => document.hidden || execute({ requestPolicy: 'network-only' }), REREAD_MS);
    return () => clearInterval(timer);
  }, [isUnread, execute]);
}
