import type { Pool } from 'pg';
import { actForService } from './acting.ts';

/**
 * Notifies whoever listens on `channel`. A NOTIFY takes a lock of the whole server, so it is sent
 * apart from the writes, and not more often than every few milliseconds however many there are.
 */
export function createNotifier(pool: Pool, channel: string, quietMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= actForService(() =>
      setTimeout(() => {
        timer = undefined;
        // Lost notifications are made up for by those who listen: they look by themselves as well.
        pool.query({ name: `notify-${channel}`, text: `NOTIFY ${channel}` }).catch(() => {});
      }, quietMs),
    );
  };
}
