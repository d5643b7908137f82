interface Ordered {
  id: string;
  status: string;
  deliveryWindow: string | null;
}

/** Returns stops in the order of a tour: by the start of their windows, those at any time last. */
export function inOrder<Stop extends Ordered>(stops: readonly Stop[]): Stop[] {
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
