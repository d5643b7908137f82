import { useEffect, useRef, useState } from 'react';
import { LatestEventsDocument, LiveEventsDocument } from '../generated/operations.ts';
import { type Loading, useData } from '../graphql/use-data.ts';
import { type Live, useLiveEvents } from '../graphql/use-live-events.ts';
import type { ActivityEvent } from './event-words.ts';

const SHOWN = 7;
const GATHER_MS = 3_000;

/** The live events of the account. */
export interface Activity {
  latest: Loading<ActivityEvent[]>;
  live: Live;
  /** The ids of events that arrived while the page was visible. */
  newIds: ReadonlySet<string>;
  /** Incremented when figures may have changed, at most every few seconds. */
  version: number;
}

/** Follows the events of the account, and fetches those missed while disconnected. */
export function useActivity(): Activity {
  const [arrived, setArrived] = useState<ActivityEvent[]>([]);
  const [version, setVersion] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const live = useLiveEvents(LiveEventsDocument, ({ events }) => {
    setArrived((arrived) => [events, ...arrived].slice(0, SHOWN));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setVersion((version) => version + 1);
    }, GATHER_MS);
  });
  const latest = useData(LatestEventsDocument, {}, { version: live.connections });
  return {
    latest: { ...latest, data: latest.data && merge(arrived, latest.data.latestEvents) },
    live,
    newIds: new Set(arrived.map(({ id }) => id)),
    version,
  };
}

function merge(arrived: ActivityEvent[], loaded: readonly ActivityEvent[]): ActivityEvent[] {
  const byId = new Map([...loaded, ...arrived].map((event) => [event.id, event]));
  return [...byId.values()].sort((a, b) => Number(b.id) - Number(a.id)).slice(0, SHOWN);
}
