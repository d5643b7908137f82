import type { Db } from '../../../database/connect.ts';

/**
 * The task that creates the deliveries of standing orders that are due. The rows say what is due, not the
 * job.
 */
export type GenerationTask = 'generateDeliveries';

/** Adds a run of the task, in the transaction of what can be due at once. */
export async function addGenerationJob(tx: Db, accountId: bigint): Promise<void> {
  // One key for each account, because transactions with the same key wait for each other.
  await tx.$executeRaw`
    SELECT FROM graphile_worker.add_job('generateDeliveries',
      job_key => 'standing-orders:' || ${String(accountId)}::text)`;
}
