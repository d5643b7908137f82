interface Ordered {
  id: string;
  status: string;
  deliveryWindow: string | null;
}

/** A tour, as far as its order goes. */
export interface OrderedTour {
  driver: { id: string } | null;
  stops: readonly { stop: { id: string } }[];
}

/**
 * Returns the stops of a day in the order of its tours once one has a driver, and otherwise by window. Stops
 * of no tour come last.
 */
export function inTourOrder<Stop extends Ordered>(
  stops: readonly Stop[],
  tours: readonly OrderedTour[],
): Stop[] {
  if (tours.every(({ driver }) => driver === null)) return inOrder(stops);
  const places = new Map(tours.flatMap((tour) => tour.stops).map(({ stop }, index) => [stop.id, index]));
  const placeOf = ({ id }: Stop) => places.get(id) ?? places.size;
  return inOrder(stops).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns stops in the order of a tour: by the start of their windows, those at any time last. */
function inOrder<Stop extends Ordered>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
}

/** Returns the next stop of a tour that is not completed: the first one after a stop, or else before it. */
export function nextAfter<Stop extends Ordered>(tour: readonly Stop[], id: string): Stop | undefined {
  const at = tour.findIndex((stop) => stop.id === id);
  return [...tour.slice(at + 1), ...tour.slice(0, Math.max(0, at))].find(
    ({ status }) => status !== 'COMPLETED',
  );
}

function startOf({ deliveryWindow }: Ordered): string {
  return deliveryWindow ?? '99';
}
