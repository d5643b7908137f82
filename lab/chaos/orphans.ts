import type { Receiver } from '../receiver.ts';
import type { Stage } from '../stage.ts';

/**
 * A message that was in progress when a worker was killed, in milliseconds since 1970, and the claim that
 * took it.
 */
export interface Orphan {
  webhookId: string;
  lease: string;
  at: number;
}

/** Returns the messages in progress right after a kill, of the killed worker and of all others. */
export async function orphansOf({ database }: Stage, at: number): Promise<Orphan[]> {
  const { rows } = await database.pool.query<Omit<Orphan, 'at'>>(`
    SELECT webhook_id AS "webhookId", lease::text FROM webhook_messages WHERE status = 'pending' AND lease IS NOT NULL`);
  return rows.map((row) => ({ ...row, at }));
}

/**
 * Returns the outcome of the orphans: how many milliseconds after the kill each was sent again, how many were
 * lost, and how many the receiver had already accepted, so that only the result was recorded. An orphan whose
 * next worker is killed too counts again from then on.
 */
export function fatesOf(orphans: Orphan[], receiver: Receiver) {
  const first = new Map(orphans.toReversed().map((orphan) => [orphan.webhookId + orphan.lease, orphan]));
  const fates = { waits: [] as number[], lost: 0, settled: 0 };
  for (const { webhookId, lease, at } of first.values()) {
    const isHeldAgain = (other: Orphan) =>
      other.webhookId === webhookId && other.lease !== lease && other.at > at;
    const arrival = receiver.arrivals.get(webhookId);
    const ends = [orphans.find(isHeldAgain)?.at, arrival?.times.find((time) => time > at)];
    const end = Math.min(...ends.filter((time) => time !== undefined));
    if (end < Infinity) fates.waits.push(end - at);
    else if (arrival?.isTaken) fates.settled++;
    else fates.lost++;
  }
  return fates;
}

/** Ages the leases of a dead worker, because a smoke run has no time to wait for their expiry. */
export async function age({ database }: Stage): Promise<void> {
  await database.pool.query(
    `UPDATE webhook_messages SET next_attempt_at = now() WHERE status = 'pending' AND lease IS NOT NULL`,
  );
}
