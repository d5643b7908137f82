import type { TourFactsFragment } from '../../generated/operations.ts';

/** Where a stop goes: a step within its tour, to the tour beside it, to another tour, or out of all. */
export type Move = 'up' | 'down' | 'left' | 'right' | 'out' | { tourId: string };

interface Step {
  /** The tour whose order changes. */
  tour: TourFactsFragment;
  /** Its deliveries in their new order. */
  ids: string[];
  /** The move in words. */
  said: string;
}

/** Returns the new order after a move; undefined where there is nowhere to go. */
export function moved(
  tours: readonly TourFactsFragment[],
  tour: TourFactsFragment,
  id: string,
  to: Move,
): Step | undefined {
  const ids = tour.stops.map(({ stop }) => stop.id);
  const at = ids.indexOf(id);
  const name = tour.stops[at]?.stop.branchName ?? `Delivery #${id}`;
  if (to === 'out') {
    return { tour, ids: ids.filter((each) => each !== id), said: `${name} left ${tour.name}` };
  }
  if (to === 'up' || to === 'down') {
    const next = at + (to === 'up' ? -1 : 1);
    if (at < 0 || next < 0 || next >= ids.length) return undefined;
    const order = ids.toSpliced(at, 1).toSpliced(next, 0, id);
    return { tour, ids: order, said: `${name} is stop ${next + 1} of ${ids.length} of ${tour.name}` };
  }
  const beside = typeof to === 'object' ? tours.findIndex((each) => each.id === to.tourId) : undefined;
  const target = tours[beside ?? tours.indexOf(tour) + (to === 'left' ? -1 : 1)];
  if (!target || target === tour) return undefined;
  const order = [...target.stops.map(({ stop }) => stop.id), id];
  return { tour: target, ids: order, said: `${name} is stop ${order.length} of ${target.name}` };
}
