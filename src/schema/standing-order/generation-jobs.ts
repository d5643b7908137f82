import type { Db } from '../../database/connect.ts';

/** The task that creates the deliveries of standing orders that are due. Its job is only a hint: the rows say what is due. */
export type GenerationTask = 'generateDeliveries';

/** Adds a run of the task, in the transaction of what can be due at once. */
export async function hintGeneration(tx: Db, accountId: bigint): Promise<void> {
  // One key for each account, because transactions with the same key wait for each other.
  await tx.$executeRaw`
    SELECT FROM graphile_worker.add_job('generateDeliveries',
      job_key => 'standing-orders:' || ${String(accountId)}::text)`;
}
