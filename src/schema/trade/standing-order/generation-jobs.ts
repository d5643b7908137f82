import type { Db } from '../../../database/connect.ts';

/**
 * The task that creates due deliveries of standing orders. The orders' rows have all its data, not the job.
 */
export type GenerationTask = 'generateDeliveries';

/** Adds a run of the task, in the transaction of a change that can make an order due at once. */
export async function addGenerationJob(tx: Db, accountId: bigint): Promise<void> {
  // One key for each account, because transactions with the same key wait for each other.
  await tx.$executeRaw`
    SELECT FROM graphile_worker.add_job('generateDeliveries',
      job_key => 'standing-orders:' || ${String(accountId)}::text)
    WHERE NOT is_rehearsal()`;
}
