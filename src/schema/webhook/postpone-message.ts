import type { Db } from '../../database/connect.ts';
import { gathered } from '../../database/gathered.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type DeliverMessage, enqueueLast } from './delivery-job.ts';

/** Puts a message back that cannot be sent right now for want of a free lane, as a job of its own; this is no attempt. */
export type PostponeMessage = (job: DeliverMessage) => Promise<void>;

/** Messages that are put back together are so by one statement. */
export function createPostponeMessage(db: Db): PostponeMessage {
  return gathered(async (jobs: readonly DeliverMessage[]) => {
    await postpone(db, jobs);
    return jobs.map(() => undefined);
  });
}

async function postpone(db: Db, jobs: readonly DeliverMessage[]): Promise<void> {
  const accounts = jobs.map(({ account }) => BigInt(account));
  const ids = jobs.map(({ message }) => BigInt(message));
  const numbers = jobs.map(({ job }) => job);
  await db.$queryRaw`
    WITH current AS (
      SELECT message.account_id, message.id
      FROM unnest(${accounts}::bigint[], ${ids}::bigint[], ${numbers}::int[]) AS asked (account_id, id, job)
      JOIN webhook_messages message USING (account_id, id)
      WHERE job_number = job AND status = 'pending'
      ORDER BY message.id FOR NO KEY UPDATE OF message
    ), message AS (
      UPDATE webhook_messages message SET job_number = job_number + 1 FROM current
      WHERE message.account_id = current.account_id AND message.id = current.id
      RETURNING message.*
    ) ${enqueueLast(Prisma.sql`message`)}`;
}
