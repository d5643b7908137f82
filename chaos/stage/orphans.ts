import type { Receiver } from './receiver.ts';
import type { Stage } from './stage.ts';

/** A message of an account that a worker sent for when it was killed. */
export interface Orphan {
  webhookId: string;
  /** Whose the account was. */
  lockedBy: string;
  /** When that worker was killed, in milliseconds since 1970. */
  at: number;
}

/** The messages that are orphaned right after a kill, those of earlier kills among them. */
export async function orphansOf({ database }: Stage, at: number): Promise<Orphan[]> {
  const { rows } = await database.pool.query<Omit<Orphan, 'at'>>(`
    SELECT webhook_id AS "webhookId", worker AS "lockedBy"
    FROM webhook_runs JOIN webhook_messages message USING (account_id)
    WHERE message.status = 'pending' AND next_attempt_at <= now()`);
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

/** A smoke run has no time for a dead worker's claims to run out: they are made old. */
export async function age({ database }: Stage): Promise<void> {
  await database.pool.query('UPDATE webhook_runs SET until = now()');
}
