import type { Pool } from 'pg';
import { runForService } from './current-work.ts';

/**
 * Returns a function that notifies the listeners on `channel`. NOTIFY takes a server-wide lock, so it is sent
 * separately from writes, and at most once in `quietMs`.
 */
export function createNotifier(pool: Pool, channel: string, quietMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= runForService(() =>
      setTimeout(() => {
        timer = undefined;
        // Listeners also poll, so a lost notification does no harm.
        pool.query({ name: `notify-${channel}`, text: `NOTIFY ${channel}` }).catch(() => {});
      }, quietMs),
    );
  };
}
