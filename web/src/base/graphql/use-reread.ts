import { useEffect } from 'react';
import { type Failure, UNREACHABLE } from './failure.ts';
import { useReach } from './reach.ts';

const REREAD_MS = 4_000;

/** The codes of what would not be read by another attempt, or only later. */
const NOT_AGAIN = new Set(['unauthorized', 'rate_limited']);

/**
 * Reads again what could not be read, once the service can be reached, until it succeeds.
 *
 * @param isNeeded whether nothing else can be shown without it; then also errors of the service are followed
 * by another attempt
 */
export function useReread(
  failure: Failure | undefined,
  execute: (options: { requestPolicy: 'network-only' }) => void,
  isNeeded = false,
): void {
  const { isOffline } = useReach();
  const isUnread =
    !isOffline &&
    failure !== undefined &&
    (isNeeded ? !NOT_AGAIN.has(failure.code) : failure.code === UNREACHABLE.code);
  useEffect(() => {
    if (!isUnread) return;
    const timer = setInterval(() => document.hidden || execute({ requestPolicy: 'network-only' }), REREAD_MS);
    return () => clearInterval(timer);
  }, [isUnread, execute]);
}
