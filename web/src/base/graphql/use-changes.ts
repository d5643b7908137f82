import { useEffect, useRef, useState } from 'react';
import { RecordChangesDocument } from '../../generated/operations.ts';
import { useIsVisible } from './use-is-visible.ts';
import { useLiveEvents } from './use-live-events.ts';

/** The least time between two readings. */
const EVERY_MS = 5_000;
/** The time in which further changes are awaited. */
const GATHER_MS = 1_000;

/** The changes since a list was read. */
export interface Changes {
  /** The number of known changes. */
  count: number;
  /** Whether the list waits for someone to refresh it. */
  isPending: boolean;
  refresh: () => void;
}

interface Options {
  /** Whether nothing should move now, because rows are selected or something is entered. */
  isHeld: boolean;
  /** Whether the list was not read yet. */
  isPaused: boolean;
  reload: () => void;
}

/**
 * Follows the events of records, such as `delivery.`, and reloads their list at most every few seconds, never
 * in a hidden tab. While the list is held, the changes are only counted.
 */
export function useChanges(prefix: string, { isHeld, isPaused, reload }: Options): Changes {
  const [{ count, isStale }, setState] = useState({ count: 0, isStale: false });
  const last = useRef(0);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  const isVisible = useIsVisible();
  const { connections } = useLiveEvents(
    RecordChangesDocument,
    ({ events }) => {
      if (events.type.startsWith(prefix)) setState(({ count }) => ({ count: count + 1, isStale: true }));
    },
    isPaused || !isVisible,
  );
  // What happened between two connections is unknown.
  const [known, setKnown] = useState(1);
  if (connections > known) {
    setKnown(connections);
    setState(({ count }) => ({ count, isStale: true }));
  }

  const refresh = () => {
    last.current = Date.now();
    setState({ count: 0, isStale: false });
    latest.current();
  };
  const refreshing = useRef(refresh);
  useEffect(() => {
    if (!isStale || isHeld || !isVisible) return;
    const wait = Math.max(GATHER_MS, last.current + EVERY_MS - Date.now());
    const timer = setTimeout(() => refreshing.current(), wait);
    return () => clearTimeout(timer);
  }, [isStale, isHeld, isVisible]);

  return { count, isPending: isStale && isHeld, refresh };
}
