import { setTimeout as sleep } from 'node:timers/promises';

/** The number of accounts to remember; more cannot have had a turn within the pause. */
const MAX_REMEMBERED = 1_000;

/** Creates a wait that lets each account proceed once per `pauseMs`, in FIFO order. Infrequent callers do not wait. */
export function createPace(pauseMs: number): (accountId: bigint) => Promise<void> {
  const nextAt = new Map<bigint, number>();
  return async (accountId) => {
    const now = performance.now();
    const at = Math.max(now, nextAt.get(accountId) ?? 0);
    // Moved to the end, so that the least recent accounts come first.
    nextAt.delete(accountId);
    nextAt.set(accountId, at + pauseMs);
    for (const [id, next] of nextAt) {
      if (nextAt.size <= MAX_REMEMBERED || next > now) break;
      nextAt.delete(id);
    }
    if (at > now) await sleep(at - now);
  };
}
