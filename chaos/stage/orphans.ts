import type { Receiver } from './receiver.ts';
import type { Stage } from './stage.ts';

/** A message of an account whose worker was killed. */
export interface Orphan {
  webhookId: string;
  /** The worker of the account. */
  lockedBy: string;
  /** When that worker was killed, in milliseconds since 1970. */
  at: number;
}

/** Returns the messages that are orphaned right after a kill, including those of earlier kills. */
export async function orphansOf({ database }: Stage, at: number): Promise<Orphan[]> {
  const { rows } = await database.pool.query<Omit<Orphan, 'at'>>(`
    SELECT webhook_id AS "webhookId", worker AS "lockedBy"
    FROM webhook_runs JOIN webhook_messages message USING (account_id)
    WHERE message.status = 'pending' AND next_attempt_at <= now()`);
  return rows.map((row) => ({ ...row, at }));
}

/**
 * Returns how long after its worker's kill each orphan was sent again, in milliseconds. If the next worker was killed
 * too, its orphans had already been taken over.
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

/** Ages a dead worker's claims: a smoke run has no time to wait until they expire. */
export async function age({ database }: Stage): Promise<void> {
  await database.pool.query('UPDATE webhook_runs SET until = now()');
}
