import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type DeliverMessage, enqueueFrom } from './delivery-job.ts';

/** Puts a message back that cannot be sent right now for want of a free lane; this is no attempt. */
export async function postponeMessage(db: Db, job: DeliverMessage): Promise<void> {
  await db.$queryRaw`
    WITH message AS (
      UPDATE webhook_messages SET job_number = job_number + 1
      WHERE account_id = ${BigInt(job.account)} AND id = ${BigInt(job.message)}
        AND job_number = ${job.job} AND status = 'pending'
      RETURNING *
    ) ${enqueueFrom(Prisma.sql`message`)}`;
}
