import type { TourFactsFragment } from '../../generated/operations.ts';
import { plural } from '../../base/kit/words/plural.ts';
import type { DraggedStops } from './dragged-stops.ts';

/** Where a stop goes: a step within its tour, to the tour beside it, to another tour, or out of all. */
export type Move = 'up' | 'down' | 'left' | 'right' | 'out' | { tourId: string };

/** A change of the order of a tour. */
export interface Step {
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

/**
 * Returns the new order after stops were dropped; undefined where nothing changes.
 *
 * @param before the stop that they are dropped in front of; undefined for the end
 */
export function dropped(
  target: TourFactsFragment,
  { ids: moved }: DraggedStops,
  before: string | undefined,
): Step | undefined {
  const ids = target.stops.map(({ stop }) => stop.id);
  const isKept = (id: string) => !moved.includes(id);
  const next = before === undefined ? undefined : ids.slice(ids.indexOf(before)).find(isKept);
  const kept = ids.filter(isKept);
  const at = next === undefined ? kept.length : kept.indexOf(next);
  const order = kept.toSpliced(at, 0, ...moved);
  if (order.join() === ids.join()) return undefined;
  const name = target.stops.find(({ stop }) => stop.id === moved[0])?.stop.branchName;
  const subject = moved.length > 1 ? plural(moved.length, 'stop') : (name ?? `Delivery #${moved[0]}`);
  return { tour: target, ids: order, said: `${subject} at position ${at + 1} of ${target.name}` };
}
