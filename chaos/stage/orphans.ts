import type { Receiver } from './receiver.ts';
import type { Stage } from './stage.ts';

/** A message whose job was held by a worker when that was killed. */
export interface Orphan {
  webhookId: string;
  /** Whose lock the job bears. */
  lockedBy: string;
  /** When that worker was killed, in milliseconds since 1970. */
  at: number;
}

/** The messages that are orphaned right after a kill, those of earlier kills among them. */
export async function orphansOf({ database }: Stage, at: number): Promise<Orphan[]> {
  const { rows } = await database.pool.query<Omit<Orphan, 'at'>>(`
    SELECT webhook_id AS "webhookId", locked_by AS "lockedBy"
    FROM graphile_worker._private_jobs job, json_array_elements(payload) AS entry
    JOIN webhook_messages message
      ON message.account_id = (entry->>'account')::bigint AND message.id = (entry->>'message')::bigint
    WHERE locked_at IS NOT NULL AND message.status = 'pending' AND job_number = (entry->>'job')::int`);
  return rows.map((row) => ({ ...row, at }));
}

/**
 * How long after its worker's kill each orphan was sent again, in milliseconds. One that the next
 * worker held as that was killed too was on its way by then.
 */
export function waitsOf(orphans: Orphan[], receiver: Receiver): number[] {
  const first = new Map(orphans.toReversed().map((orphan) => [orphan.webhookId + orphan.lockedBy, orphan]));
  return [...first.values()].flatMap(({ webhookId, lockedBy, at }) => {
    const heldAgain = orphans.find(
      (other) => other.webhookId === webhookId && other.lockedBy !== lockedBy && other.at > at,
    );
    const arrived = receiver.arrivals.get(webhookId)?.times.find((time) => time > at);
    const ends = [heldAgain?.at, arrived].filter((time) => time !== undefined);
    return ends.length > 0 ? [Math.min(...ends) - at] : [];
  });
}

/** A smoke run has no time for a dead worker's heartbeat to grow old: it is made old. */
export async function age({ database }: Stage): Promise<void> {
  await database.pool.query(`UPDATE worker_heartbeats SET seen_at = seen_at - interval '1 minute'`);
  await database.pool.query(`
    UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'
    WHERE locked_at IS NOT NULL`);
}
