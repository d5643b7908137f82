import { LRUCache } from 'lru-cache';
import { flagOf } from '../schema/webhook/delivery-job.ts';

const LANES = 4;
/** Failing subscriptions that are remembered, those seen last. */
const MAX_FAILING = 200;
/** How long only one worker asks for jobs of a failing subscription, unless it is done with one before. */
const TURN_MS = 100;

/**
 * Bounds how many callbacks of one subscription are under way in this process, so that a slow one cannot take all
 * workers; one whose last callback failed gets a single lane. What waits for it may be older than everything else:
 * were all workers to ask for it when its lane is free, they would get it, and have to put it back, before the rest.
 */
export interface Lanes {
  /** Takes a lane; false when all are taken. */
  enter(subscriptionId: bigint, isFailing: boolean): boolean;
  leave(subscriptionId: bigint, hasFailed: boolean): void;
  /** Flags of the subscriptions that whoever asks for a job now must pass over; null when there are none. */
  flagsToPassOver(): string[] | null;
}

/** @param onLeave is told the flag of a subscription that a lane of was left */
export function createLanes(onLeave: (flag: string) => void = () => {}): Lanes {
  const taken = new Map<bigint, number>();
  /** When the next worker may ask for their jobs, by the process's clock. */
  const failing = new LRUCache<bigint, { nextTurn: number }>({ max: MAX_FAILING });

  function note(id: bigint, isFailing: boolean): void {
    if (isFailing) failing.set(id, { nextTurn: 0 });
    else failing.delete(id);
  }

  return {
    enter(id, isFailing) {
      note(id, isFailing);
      const before = taken.get(id) ?? 0;
      const isFree = before < (isFailing ? 1 : LANES);
      if (isFree) taken.set(id, before + 1);
      return isFree;
    },
    leave(id, hasFailed) {
      note(id, hasFailed);
      const before = taken.get(id)!;
      if (before === 1) taken.delete(id);
      else taken.set(id, before - 1);
      onLeave(flagOf(id));
    },
    flagsToPassOver() {
      const now = performance.now();
      const passed = [...taken].filter(([id, count]) => count >= LANES || failing.has(id)).map(([id]) => id);
      for (const [id, turn] of failing) {
        if (taken.has(id)) continue;
        if (turn.nextTurn > now) passed.push(id);
        else turn.nextTurn = now + TURN_MS;
      }
      return passed.length > 0 ? passed.map(flagOf) : null;
    },
  };
}
