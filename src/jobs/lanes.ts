import { flagOf } from '../schema/webhook/delivery-job.ts';

const LANES = 4;

/**
 * Bounds how many callbacks of one subscription are under way in this process, so that a slow one
 * cannot take all workers; one whose last callback failed gets a single lane.
 */
export interface Lanes {
  /** Takes a lane; false when all are taken. */
  enter(subscriptionId: bigint, isFailing: boolean): boolean;
  leave(subscriptionId: bigint): void;
  /** Flags of the subscriptions that have no lane free; null when all have. */
  fullFlags(): string[] | null;
}

/** @param onLeave is told the flag of a subscription that a lane of was left */
export function createLanes(onLeave: (flag: string) => void = () => {}): Lanes {
  const busy = new Map<bigint, { taken: number; limit: number }>();
  return {
    enter(id, isFailing) {
      const limit = isFailing ? 1 : LANES;
      const taken = busy.get(id)?.taken ?? 0;
      const isFree = taken < limit;
      // A limit that has shrunk meanwhile must show in fullFlags, or its jobs would come round and round.
      busy.set(id, { taken: isFree ? taken + 1 : taken, limit });
      return isFree;
    },
    leave(id) {
      const lane = busy.get(id)!;
      if (lane.taken === 1) busy.delete(id);
      else busy.set(id, { ...lane, taken: lane.taken - 1 });
      onLeave(flagOf(id));
    },
    fullFlags() {
      const full = [...busy].filter(([, { taken, limit }]) => taken >= limit);
      return full.length > 0 ? full.map(([id]) => flagOf(id)) : null;
    },
  };
}
