import type { Pool } from 'pg';
import { CHANNEL } from './dispatcher.ts';

const QUIET_MS = 5;

/**
 * Wakes the dispatchers of other processes. A NOTIFY takes a lock of the whole server, so it is sent
 * apart from the writes, and not more often than every few milliseconds however many there are.
 */
export function createNotifier(pool: Pool): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Lost notifications are made up for by the dispatchers' poll.
      pool.query({ name: 'notify-dispatchers', text: `NOTIFY ${CHANNEL}` }).catch(() => {});
    }, QUIET_MS);
  };
}
