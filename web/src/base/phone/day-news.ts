import type { OrderedTourFragment } from '../../generated/operations.ts';
import type { Day, DayNews } from './store.ts';

/** Returns the stops of somebody's tours in their order; undefined while no tour of the day has a driver. */
export function ownStopsOf(
  personId: string,
  tours: readonly Pick<OrderedTourFragment, 'driver' | 'stops'>[],
): string[] | undefined {
  if (tours.every(({ driver }) => driver === null)) return undefined;
  return tours
    .filter(({ driver }) => driver?.id === personId)
    .flatMap(({ stops }) => stops.map(({ stop }) => stop.id));
}

/**
 * Returns the news of a day that was read again. Before the first tour has a driver nothing is anybody's, so
 * that nothing can come in or leave.
 *
 * @param done the ids of stops that this phone has completed
 */
export function newsOf(
  before: Day | undefined,
  { personId, stops, tours }: Pick<Day, 'personId' | 'stops' | 'tours'>,
  done: ReadonlySet<string>,
): DayNews | undefined {
  const own = ownStopsOf(personId, tours ?? []);
  if (!before || !own) return undefined;
  const isOpen = new Set(stops.filter(({ status }) => status !== 'COMPLETED').map(({ id }) => id));
  const ownBefore = ownStopsOf(personId, before.tours ?? []);
  const readBefore = new Set(ownBefore ?? before.stops.map(({ id }) => id));
  const left = before.stops.filter(
    ({ id, status }) => ownBefore?.includes(id) && !own.includes(id) && status !== 'COMPLETED',
  );
  return {
    added: own.filter((id) => isOpen.has(id) && (!readBefore.has(id) || before.news?.added.includes(id))),
    gone: [...(before.news?.gone ?? []), ...left.map((stop) => ({ stop, isRead: false }))].filter(
      ({ stop }) => !own.includes(stop.id) && !done.has(stop.id),
    ),
  };
}
