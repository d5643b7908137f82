import type { DragEvent } from 'react';

const TYPE = 'application/x-provender-stops';

/** Stops that are dragged, from a tour or from the list of those in none. */
export interface DraggedStops {
  ids: string[];
  tourId: string | null;
}

/** Begins to drag stops. */
export function dragStops(event: DragEvent, dragged: DraggedStops): void {
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(TYPE, JSON.stringify(dragged));
}

/** Returns whether stops are dragged, and lets them be dropped. */
export function acceptsStops(event: DragEvent): boolean {
  const areStops = event.dataTransfer.types.includes(TYPE);
  if (areStops) event.preventDefault();
  return areStops;
}

/** Returns the stops that are dropped; undefined where something else is. */
export function droppedStops(event: DragEvent): DraggedStops | undefined {
  if (!acceptsStops(event)) return undefined;
  return JSON.parse(event.dataTransfer.getData(TYPE)) as DraggedStops;
}

/** Returns the stop before which the pointer is; undefined below all of them. */
export function stopBelow({ currentTarget, clientY }: DragEvent): string | undefined {
  const below = [...currentTarget.querySelectorAll<HTMLElement>('[data-stop]')].find((stop) => {
    const { top, height } = stop.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return below?.dataset.stop;
}
