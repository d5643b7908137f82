import { useState } from 'react';
import { LatestEventsDocument, LiveEventsDocument } from '../../generated/operations.ts';
import { type Loading, useData } from '../../base/graphql/use-data.ts';
import { type Live, useLiveEvents } from '../../base/graphql/use-live-events.ts';
import { usePacedVersion } from '../../base/graphql/use-paced-version.ts';
import type { ActivityEvent } from '../../insight/dashboard/event-words.ts';

const SHOWN = 7;

/** The live events of the account. */
export interface Activity {
  latest: Loading<ActivityEvent[]>;
  live: Live;
  /** The ids of events that arrived while the page was visible. */
  newIds: ReadonlySet<string>;
  /** Incremented when figures may have changed, at most every 30 seconds. */
  version: number;
}

/** Follows the events of the account, and fetches those missed while disconnected. */
export function useActivity(): Activity {
  const [arrived, setArrived] = useState<ActivityEvent[]>([]);
  const [version, change] = usePacedVersion();

  const live = useLiveEvents(LiveEventsDocument, ({ events }) => {
    setArrived((arrived) => [events, ...arrived].slice(0, SHOWN));
    change();
  });
  // What comes before the first connection is read after it, so that nothing is read twice or missed.
  const isPaused = live.connections === 0 && live.failure === undefined;
  const latest = useData(LatestEventsDocument, {}, { version: Math.max(0, live.connections - 1), isPaused });
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
