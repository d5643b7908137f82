import { FairQueue } from '@provender/fair-pool/fair-queue';
import {
  IN_PROGRESS,
  IN_PROGRESS_SLOW,
  PER_ACCOUNT,
  PER_PROCESS,
} from '../schema/exchange/webhook/sending-limits.ts';

/**
 * Creates the slots of the callbacks of a process. An account has 32 at first, and a few more at intervals
 * while that is not enough, so that the connections of hundreds of slow webhooks are not all opened at one
 * moment.
 */
export function createCallbackSlots() {
  const windows = new Map<string, number>();
  const crowded = new Set<string>();
  const windowOf = (subject: string) => windows.get(subject) ?? 4 * IN_PROGRESS;
  const queue = new FairQueue({
    name: 'callbacks',
    share: PER_ACCOUNT,
    total: PER_PROCESS,
    mustWait(subject, used) {
      const isFull = used >= windowOf(subject);
      if (isFull) crowded.add(subject);
      return isFull;
    },
  });
  return {
    queue,
    widen() {
      for (const subject of windows.keys()) if (!crowded.has(subject)) windows.delete(subject);
      for (const subject of crowded) windows.set(subject, windowOf(subject) + IN_PROGRESS_SLOW);
      crowded.clear();
      queue.resume();
    },
  };
}
