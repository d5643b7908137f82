import type { StopFactsFragment } from '../../generated/operations.ts';
import type { StopChange, Waiting } from '../../base/phone/store.ts';

/**
 * Returns a stop as it will be once the changes that wait on this phone are sent. Refused ones change
 * nothing, and hold back those after them.
 */
export function asChanged<Stop extends Pick<StopFactsFragment, 'id' | 'status'>>(
  stop: Stop,
  changes: readonly Waiting[],
): Stop {
  let changed = stop;
  for (const each of changes) {
    if (each.stopId !== stop.id) continue;
    if (each.refusal) break;
    changed = afterChange(changed, each);
  }
  return changed;
}

function afterChange<Stop extends Pick<StopFactsFragment, 'status'>>(
  stop: Stop,
  { change, at }: Waiting,
): Stop {
  if (stop.status === 'CANCELLED') return stop;
  const isCompleted = stop.status === 'COMPLETED';
  if (change.kind === 'dispatch') return isCompleted ? stop : { ...stop, status: 'IN_TRANSIT' };
  const done = isCompleted ? stop : { ...stop, status: 'COMPLETED', completedAt: new Date(at).toISOString() };
  return change.kind === 'receipt' ? { ...done, ...receivedIn(done, change.input) } : done;
}

function receivedIn(
  stop: Partial<StopFactsFragment>,
  { receivedBy, lines }: Extract<StopChange, { kind: 'receipt' }>['input'],
): Partial<StopFactsFragment> {
  const received = new Map(lines?.map((line) => [line.productId, line.received]));
  return {
    receivedBy,
    lines: stop.lines?.map((line) => ({
      ...line,
      returnedQuantity: Math.max(
        line.returnedQuantity,
        line.quantity - (received.get(line.productId) ?? line.quantity),
      ),
    })),
  };
}
