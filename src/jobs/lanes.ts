import { LRUCache } from 'lru-cache';
import { flagOf } from '../schema/webhook/delivery-job.ts';

const LANES = 4;
/** A message that a lane is likely to be free for so soon waits for it, within its job, and is put back otherwise. */
const SOON_MS = 200;
/** How long it waits at most. */
const WAIT_MS = 250;
/** What the last time between two leaves counts for beside those before it. */
const SMOOTHING = 0.2;
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
  /** Takes a lane, once one is free; false when none will be soon. */
  enter(subscriptionId: bigint, isFailing: boolean): Promise<boolean>;
  leave(subscriptionId: bigint, hasFailed: boolean): void;
  /** Flags of the subscriptions that whoever asks for a job now must pass over; null when there are none. */
  flagsToPassOver(): string[] | null;
  /** From now on nobody gets a lane. */
  close(): void;
}

/** Of a subscription with callbacks under way. */
interface Traffic {
  taken: number;
  /** When a lane was left last, or the first one taken, by the process's clock. */
  leftAt: number;
  /** Milliseconds between one leave and the next, smoothed. */
  turnMs: number;
  /** Those who wait, first come first served; each is told whether it has a lane. */
  waiting: Set<(hasLane: boolean) => void>;
}

/** @param onLeave is told the flag of a subscription that a lane of was left, and not handed on */
export function createLanes(onLeave: (flag: string) => void = () => {}): Lanes {
  const busy = new Map<bigint, Traffic>();
  /** When the next worker may ask for their jobs, by the process's clock. */
  const failing = new LRUCache<bigint, { nextTurn: number }>({ max: MAX_FAILING });
  let isClosed = false;

  function note(id: bigint, isFailing: boolean): void {
    if (isFailing) failing.set(id, { nextTurn: 0 });
    else failing.delete(id);
  }

  function trafficOf(id: bigint): Traffic {
    const known = busy.get(id);
    if (known) return known;
    const fresh: Traffic = { taken: 0, leftAt: performance.now(), turnMs: 0, waiting: new Set() };
    busy.set(id, fresh);
    return fresh;
  }

  function awaitLane({ waiting }: Traffic): Promise<boolean> {
    return new Promise((resolve) => {
      const tell = (hasLane: boolean) => {
        clearTimeout(timer);
        waiting.delete(tell);
        resolve(hasLane);
      };
      const timer = setTimeout(tell, WAIT_MS, false);
      waiting.add(tell);
    });
  }

  return {
    async enter(id, isFailing) {
      if (isClosed) return false;
      note(id, isFailing);
      const traffic = trafficOf(id);
      if (traffic.taken < (isFailing ? 1 : LANES)) {
        traffic.taken += 1;
        return true;
      }
      return isFailing || waitOf(traffic) > SOON_MS ? false : awaitLane(traffic);
    },
    leave(id, hasFailed) {
      note(id, hasFailed);
      const traffic = busy.get(id)!;
      noteTurn(traffic);
      const [next] = traffic.waiting;
      if (next && !hasFailed) return next(true);
      traffic.taken -= 1;
      turnAway(traffic);
      if (traffic.taken === 0) busy.delete(id);
      onLeave(flagOf(id));
    },
    flagsToPassOver() {
      const now = performance.now();
      const passed = [...busy]
        .filter(([id, { taken }]) => taken >= LANES || failing.has(id))
        .map(([id]) => id);
      for (const [id, turn] of failing) {
        if (busy.has(id)) continue;
        if (turn.nextTurn > now) passed.push(id);
        else turn.nextTurn = now + TURN_MS;
      }
      return passed.length > 0 ? passed.map(flagOf) : null;
    },
    close() {
      isClosed = true;
      for (const traffic of busy.values()) turnAway(traffic);
    },
  };
}

function noteTurn(traffic: Traffic): void {
  const now = performance.now();
  traffic.turnMs += SMOOTHING * (now - traffic.leftAt - traffic.turnMs);
  traffic.leftAt = now;
}

/** Milliseconds until a lane is likely to be free for one who comes now. */
function waitOf({ waiting, turnMs, leftAt }: Traffic): number {
  return Math.max(waiting.size * turnMs, performance.now() - leftAt);
}

function turnAway({ waiting }: Traffic): void {
  for (const tell of waiting) tell(false);
}
