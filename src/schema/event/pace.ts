import { setTimeout as sleep } from 'node:timers/promises';

/** Accounts whose last turn is remembered; all that had one within the pause fit easily. */
const MAX_REMEMBERED = 1_000;

/**
 * Creates a wait that lets each account go on once in `pauseMs`, in the order in which it asked. What
 * asks rarely does not wait at all.
 */
export function createPace(pauseMs: number): (accountId: bigint) => Promise<void> {
  const nextAt = new Map<bigint, number>();
  return async (accountId) => {
    const now = performance.now();
    const at = Math.max(now, nextAt.get(accountId) ?? 0);
    // Moved to the end, so that the first ones are those that asked longest ago.
    nextAt.delete(accountId);
    nextAt.set(accountId, at + pauseMs);
    for (const [id, next] of nextAt) {
      if (nextAt.size <= MAX_REMEMBERED || next > now) break;
      nextAt.delete(id);
    }
    if (at > now) await sleep(at - now);
  };
}
