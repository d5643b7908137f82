import type { Pool } from 'pg';
import { createNotifier } from '../../../database/notifier.ts';

/** The channel on which processes without a dispatcher report waiting events. */
export const DISPATCH_CHANNEL = 'provender_events';
/** The channel on which every process reports published events. */
export const LIVE_CHANNEL = 'provender_live';
const DISPATCH_QUIET_MS = 5;
const LIVE_QUIET_MS = 20;

/**
 * Creates the function that announces committed events: to the live streams of all processes and, if any
 * webhook is subscribed, to the dispatcher. Without `wake`, a dispatcher in another process is notified.
 */
export function createAnnouncer(
  pool: Pool,
  wake = createNotifier(pool, DISPATCH_CHANNEL, DISPATCH_QUIET_MS),
): (hasRecipients: boolean) => void {
  const announce = createNotifier(pool, LIVE_CHANNEL, LIVE_QUIET_MS);
  return (hasRecipients) => {
    announce();
    if (hasRecipients) wake();
  };
}
