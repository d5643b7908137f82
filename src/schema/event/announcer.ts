import type { Pool } from 'pg';
import { createNotifier } from '../../database/notifier.ts';

/** On which processes without a dispatcher tell that events wait for one. */
export const DISPATCH_CHANNEL = 'provender_events';
/** On which every process tells that something was published. */
export const LIVE_CHANNEL = 'provender_live';
const DISPATCH_QUIET_MS = 5;
const LIVE_QUIET_MS = 20;

/**
 * What tells of committed events: live streams of all processes, and, if somebody subscribed, the
 * dispatcher: `wake` is that of this process, or else one elsewhere is notified.
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
